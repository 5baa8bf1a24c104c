import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFailed, test } from 'vitest'

const stays = `console.log('runs', process.pid); setInterval(() => {}, 1000)`
const starts = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stays)}], { stdio: 'inherit' })
  ${stays}`
const command = `
  import { startChild } from '${pathToFileURL(resolve('tools/child.mjs')).href}'
  for (const next of ['this', 'the next']) {
    const child = startChild(process.execPath, ['-e', ${JSON.stringify(starts)}], { stdio: 'inherit' })
    await new Promise(done => child.on('close', done))
    console.log(next + ' has ended normally')
  }`

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a command and all its child processes, and the next step does not start',
  async (signal, code) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', command], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    const pids = () => [...out.matchAll(/runs (\d+)/g)].map(([, pid]) => Number(pid))
    onTestFailed(() => {
      for (const pid of pids()) spawnSync('kill', ['-9', `${pid}`])
    })
    child.stdout.on('data', chunk => {
      out += chunk
      if (pids().length === 2) child.kill(signal)
    })
    // The output pipe closes when the last process that can write to it has ended.
    const [ended] = await Promise.all([
      new Promise(done => child.once('exit', done)),
      new Promise(done => child.stdout.once('end', done)),
    ])
    expect(ended).toBe(code)
    expect(out).not.toContain('ended normally')
  },
)
