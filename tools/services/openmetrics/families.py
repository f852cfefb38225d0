"""Reads OpenMetrics from standard input as the form's own parser does, strictly: the names and types
of its families, as JSON, or what is wrong with it."""

import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

print(json.dumps({each.name: each.type for each in text_string_to_metric_families(sys.stdin.read())}))
