# One image for the API and for the workers; docker-compose.yml says which command each runs.
# A tag, which others may move: give --build-arg PYTHON_IMAGE=python:3.12-slim@sha256:… to pin it.
ARG PYTHON_IMAGE=python:3.12-slim
FROM ${PYTHON_IMAGE} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY requirements requirements
RUN python -m venv /opt/build && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/compile.txt \
    && python -m venv /opt/railhead && /opt/railhead/bin/pip install --no-cache-dir --require-hashes -r requirements/run.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY build_support build_support
COPY railhead railhead
COPY games games
COPY ai ai
COPY service service
COPY docs/rules docs/rules
COPY web web
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir wheels . \
    && /opt/railhead/bin/pip install --no-cache-dir --no-deps wheels/*.whl

FROM ${PYTHON_IMAGE}
COPY --from=build /opt/railhead /opt/railhead
RUN useradd --create-home railhead
USER railhead
ENV PATH=/opt/railhead/bin:$PATH RAILHEAD_HOST=0.0.0.0
EXPOSE 8000
CMD ["railhead", "api"]
