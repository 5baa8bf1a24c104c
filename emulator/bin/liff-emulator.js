#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../lib/cli/main.js', import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

// An older Node would fail on an import, with a message that does not name the cause.
if (major < 20 || (major === 20 && minor < 19))
  refuse(
    `liff-emulator needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install the current version from https://nodejs.org.`,
  )
else if (existsSync(program)) await import(program.href)
else refuse('liff-emulator is not built. Run "npm run build" in the root of its repository.')
