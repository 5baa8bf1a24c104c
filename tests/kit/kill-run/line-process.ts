import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { createLiffEmulator } from '#emulator/index.ts'
import { answerNode } from '#emulator/node.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { type LineCommand, type LineSettings, noCounts } from './line-commands.ts'
import { openJournal } from './line-journal.ts'

/** Runs the emulated LINE in its own process. The parent process sends the settings as the first message. */
const SENDING = /^\/__line\/api\.line\.me\/v2\/bot\/message\/(push|multicast)$/
const CHANNEL = {
  accessToken: 'emulated-channel-access-token',
  channelSecret: '5ec2e75ec2e75ec2e75ec2e75ec2e75e',
}

const counts = { ...noCounts }

async function main(settings: LineSettings): Promise<void> {
  const { liffId, userIds, friends, from, port, seed, faults } = settings
  const journal = openJournal(settings.journal)
  const emulator = await createLiffEmulator({
    liffId,
    users: userIds.map(userId => ({ userId, displayName: 'ลูกค้า' })),
    messaging: { ...CHANNEL, redelivery: true },
    clock: journal.now,
  })
  if (from === null)
    emulator.control.patch({
      friendships: Object.fromEntries(userIds.map(id => [id, friends.includes(id) ? 'friend' : 'none'])),
    })
  else await emulator.import(JSON.parse(await readFile(from, 'utf8')))
  await journal.replay(emulator)

  const random = seededRandom(seed)
  const host = { host: 'api.line.me', times: 1 }

  /**
   * Picks at random whether the next request suffers one of the emulator's faults. Returns the count to increase if the
   * connection breaks.
   */
  function drawFault(path: string): 'answersLost' | 'requestsLost' | null {
    const kinds = [
      { share: faults.loseAnswer, fault: { drop: 'after' }, breaks: 'answersLost' },
      { share: faults.loseRequest, fault: { drop: 'before' }, breaks: 'requestsLost' },
      { share: faults.status500, fault: { status: 500 }, breaks: null },
      { share: faults.status429, fault: { status: 429 }, breaks: null },
    ] as const
    let drawn = random()
    for (const { share, fault, breaks } of kinds) {
      if (drawn < share) {
        emulator.control.addFault({ ...host, path, ...fault })
        return breaks
      }
      drawn -= share
    }
    return null
  }

  /** Handles a request to send messages. Writes an accepted request to the journal before it sends the response. */
  async function handle(path: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => /^(authorization|content-type|x-line-)/.test(name)),
    ) as Record<string, string>
    const url = `https://api.line.me${path}`
    const breaks = drawFault(path)
    countOutcome(outgoing, breaks)
    const answer = await emulator
      .lineFetch(new Request(url, { method: 'POST', headers, body }))
      .catch(() => null)
    if (answer?.status === 200 || (answer === null && breaks === 'answersLost'))
      journal.add({ kind: 'request', at: Date.now(), url, headers, body })
    if (answer === null) outgoing.destroy()
    else
      outgoing
        .writeHead(answer.status, Object.fromEntries(answer.headers))
        .end(Buffer.from(await answer.arrayBuffer()))
  }

  /** The requests are handled one at a time, so that each gets the fault that was drawn for it. */
  let handled: Promise<void> = Promise.resolve()
  const waiting: { readonly arrived: number; readonly resolve: () => void }[] = []
  const http = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    const path = SENDING.test(pathname) ? pathname.replace('/__line/api.line.me', '') : null
    if (path !== null) {
      counts.arrived += 1
      for (const one of waiting) if (counts.arrived >= one.arrived) one.resolve()
      const next = () => handle(path, incoming, outgoing).catch(() => void outgoing.destroy())
      handled = handled.then(next)
      return
    }
    void answerNode(emulator, incoming, outgoing)
  })
  await once(http.listen(port, '127.0.0.1'), 'listening')

  async function carryOut(command: LineCommand): Promise<unknown> {
    switch (command.kind) {
      case 'webhook':
        return emulator.control.patch({ messaging: { webhook: command.url } }).ok
      case 'block':
        journal.add({ kind: 'block', at: Date.now(), userIds: command.userIds })
        for (const userId of command.userIds) emulator.control.friendship({ userId, state: 'blocked' })
        return emulator.webhooksSettled()
      case 'reached':
        if (counts.arrived >= command.arrived) return null
        return new Promise<void>(resolve => waiting.push({ arrived: command.arrived, resolve }))
      case 'counts':
        return counts
      case 'save':
        return writeFile(command.file, JSON.stringify(emulator.export()))
    }
  }
  process.on('message', ({ id, command, stop }: { id: number; command: LineCommand; stop?: string }) => {
    if (stop !== undefined) {
      http.close()
      http.closeAllConnections()
      void writeFile(stop, JSON.stringify(emulator.export())).then(() => {
        journal.clear()
        process.send?.({ id, result: counts }, () => process.exit(0))
      })
      return
    }
    void carryOut(command).then(result => process.send?.({ id, result: result ?? null }))
  })
  process.send?.({ id: 0, result: null })
}

/** Counts the outcome of a request after its connection has closed. `breaks` is the count to increase if it broke. */
function countOutcome(outgoing: ServerResponse, breaks: 'answersLost' | 'requestsLost' | null): void {
  outgoing.once('close', () => {
    const { statusCode, writableFinished } = outgoing
    if (!writableFinished) {
      if (breaks !== null) counts[breaks] += 1
      return
    }
    if (statusCode === 200) counts.accepted += 1
    if (statusCode === 409) counts.repeated += 1
    if (statusCode === 500) counts.answered500 += 1
    if (statusCode === 429) counts.answered429 += 1
  })
}

process.once('disconnect', () => process.exit(0))
process.once('message', (settings: LineSettings) => {
  void main(
    v.parse(
      v.custom<LineSettings>(given => typeof given === 'object'),
      settings,
    ),
  )
})
