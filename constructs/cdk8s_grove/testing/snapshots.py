"""A syrupy extension: one YAML file a test, which reads as the file it stands for."""

from __future__ import annotations

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class YamlSnapshot(SingleFileSnapshotExtension):
    """`assert yaml_of(chart) == snapshot(extension_class=YamlSnapshot)`."""

    _write_mode = WriteMode.TEXT
    file_extension = "yaml"
