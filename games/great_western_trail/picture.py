"""The table as SVG, made of a view."""
