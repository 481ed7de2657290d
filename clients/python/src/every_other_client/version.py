"""The version of this client, by https://semver.org."""

VERSION = "1.0.0"
