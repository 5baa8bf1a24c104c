import { createInterface, emitKeypressEvents, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { painter } from './paint.ts'
import type { Progress, Terminal } from './terminal-types.ts'

const REDRAW_MS = 100
const BAR_WIDTH = 30

type Out = NodeJS.WriteStream

/** Returns a progress bar, which prints nothing if the output is a file or a pipe. */
export function terminalProgress(out: Out): Progress {
  return (label, total) => {
    if (!out.isTTY) return { step: () => undefined, end: () => undefined }
    let done = 0
    let drawn = 0
    const draw = () => {
      drawn = Date.now()
      out.write(`\r\u001b[K${label} ${barOf(done, total)}`)
    }
    draw()
    return {
      step(count) {
        done += count
        if (Date.now() - drawn >= REDRAW_MS) draw()
      },
      end() {
        out.write('\r\u001b[K')
      },
    }
  }
}

function barOf(done: number, total: number | null): string {
  if (total === null || total === 0) return done.toLocaleString('en')
  const share = Math.min(1, done / total)
  const full = Math.round(share * BAR_WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
  return `${bar} ${Math.floor(share * 100)} % of ${total.toLocaleString('en')}`
}

/**
 * Reads keys and lines from a terminal. If the input is not a terminal, each line answers one prompt, so that scripts
 * can provide the answers.
 */
export function processTerminal(input: NodeJS.ReadStream, out: Out): Terminal {
  let lines: AsyncIterator<string> | null = null
  const nextLine = async (): Promise<string | null> => {
    lines ??= createInterface({ input })[Symbol.asyncIterator]()
    const next = await lines.next()
    return next.done ? null : next.value
  }
  return {
    show: text => void out.write(`${text}\n`),
    paint: painter(out),
    async key(question) {
      out.write(question)
      const answer = input.isTTY ? await readKey(input) : await nextLine()
      out.write(`${answer ?? ''}\n`)
      return answer
    },
    async line(question) {
      if (!input.isTTY) return nextLine()
      return readLine(createInterface({ input, output: out }), question)
    },
    async secret(question) {
      if (!input.isTTY) return nextLine()
      out.write(question)
      // In raw mode the terminal does not echo; discard readline's own echo.
      const nowhere = new Writable({ write: (_text, _encoding, done) => done() })
      const answer = await readLine(createInterface({ input, output: nowhere, terminal: true }), '')
      out.write('\n')
      return answer
    },
  }
}

async function readLine(reader: Interface, question: string): Promise<string | null> {
  const answer = await new Promise<string | null>(resolve => {
    reader.once('close', () => resolve(null))
    reader.question(question, resolve)
  })
  reader.close()
  return answer
}

/** Reads one key without waiting for Enter. Returns null for Ctrl-C and Ctrl-D. */
function readKey(input: NodeJS.ReadStream): Promise<string | null> {
  emitKeypressEvents(input)
  input.setRawMode(true)
  input.resume()
  return new Promise(resolve => {
    input.once('keypress', (text: string | undefined, key: { ctrl?: boolean; name?: string }) => {
      input.setRawMode(false)
      input.pause()
      resolve(key.ctrl && (key.name === 'c' || key.name === 'd') ? null : (text ?? ''))
    })
  })
}
