"""The examples of the contract, recorded from a service that plays one match from end to end."""
