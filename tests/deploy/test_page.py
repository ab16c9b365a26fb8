"""Tests the commands of docs/three-hosts.md as far as that needs no hosts; `python -m tests.deploy` runs them."""

import re
import subprocess

import pytest

from service.process.build import base_version
from tests.deploy.machines import NAMES, ON_PAGE
from tests.deploy.page import THREE_HOSTS, Block, blocks, under
from tests.deploy.trial import FOLLOWED

TEXT = """## One

<!-- on: host-1 host-2 -->
```sh
# no heading
echo '## nor this'
```

```sh
not run
```

### Two

<!-- on: host-3 -->
```sh
true
```
"""


def test_blocks_are_found_with_their_headings_and_hosts() -> None:
    assert blocks(TEXT) == [
        Block("One", ("host-1", "host-2"), "# no heading\necho '## nor this'\n"),
        Block("Two", ("host-3",), "true\n"),
    ]


def test_every_block_of_the_page_is_followed() -> None:
    assert list(dict.fromkeys(block.heading for block in blocks(THREE_HOSTS.read_text()))) == list(FOLLOWED)


@pytest.mark.parametrize("block", blocks(THREE_HOSTS.read_text()), ids=lambda block: block.heading)
def test_a_block_is_for_hosts_that_there_are_and_a_shell_can_read_it(block: Block) -> None:
    assert set(block.hosts) <= set(NAMES)
    assert subprocess.run(["sh", "-n"], input=block.commands, text=True).returncode == 0
    assert set(re.findall(r"\b10\.\d+\.\d+\.\d+", block.commands)) <= set(ON_PAGE)


def test_the_page_installs_this_version_first() -> None:
    (first,) = {
        f for block in under("4. Install Longroad") for f in re.findall(r"longroad-([\d.]+)-py3", block.commands)
    }
    assert first == base_version()
