import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Linux measures processor time in hundredths of a second. */
const TICKS = 100
const SAMPLE_EVERY_MS = 5_000

/**
 * Returns the processor seconds of all finished child processes and their finished children; null if /proc does not
 * exist. Excludes programs killed before their parent waited for them.
 */
export function childSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The second field is the program's name in brackets, and it may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS
  } catch {
    return null
  }
}

/** Returns the processor seconds of all programs on this machine; null without /proc. */
export function machineSeconds() {
  try {
    const [, user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8').split(/\s+/)
    return [user, nice, system, irq, softirq].reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
  } catch {
    return null
  }
}

/** Returns the processor milliseconds of a fixed piece of work. */
function sample() {
  const before = process.cpuUsage()
  const rows = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    name: `customer ${id}`,
    entries: [id, id + 1],
  }))
  let digest = ''
  for (let round = 0; round < 8; round += 1) {
    const text = JSON.stringify(rows.map(row => ({ ...row, round, digest })))
    digest = createHash('sha256').update(text).digest('hex')
    JSON.parse(text)
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Measures the speed of this machine while other work is running. `stop()` returns the median sample in processor
 * milliseconds. Programs that share a core need more processor seconds, so a fixed budget would depend on the machine
 * and its other work.
 */
export function startSpeedometer() {
  // The first samples include the JIT compiler's work.
  for (let warmUp = 0; warmUp < 3; warmUp += 1) sample()
  const samples = [sample()]
  const timer = setInterval(() => samples.push(sample()), SAMPLE_EVERY_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      samples.push(sample())
      samples.sort((a, b) => a - b)
      return samples[Math.floor(samples.length / 2)]
    },
  }
}
