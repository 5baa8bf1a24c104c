#!/usr/bin/env node
import { existsSync } from 'node:fs'

const program = new URL('../lib/cli/main.js', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  process.stderr.write('liff-emulator is not built. Run "npm run build" in the root of its repository.\n')
  process.exitCode = 1
}
