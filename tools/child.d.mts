import type { ChildProcess, SpawnOptions } from 'node:child_process'

export function startChild(command: string, args: readonly string[], options: SpawnOptions): ChildProcess
