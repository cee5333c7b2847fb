"""The error of everything that the text cannot say."""


class WriteError(ValueError):
    """What was expected and found, and at which node and argument."""
