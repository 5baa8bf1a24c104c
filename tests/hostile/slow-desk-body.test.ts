import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deskCalls } from '#contract/desk-calls.ts'
import { MINUTE_MS } from '#contract/time.ts'
import type { ServerDeps } from '#server/deps.ts'
import { freePort } from '#tests/kit/campaign.ts'
import { commandProcess } from '#tests/kit/cli-process.ts'
import { DESK_ORIGIN, testDesk } from '#tests/kit/desk.ts'
import { TEST_DATABASE_URL } from '#tests/kit/postgres.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { releaseFolder } from '#tests/kit/production-process.ts'
import { testServer, update } from '#tests/kit/server.ts'

let release: Awaited<ReturnType<typeof releaseFolder>>
beforeAll(async () => {
  release = await releaseFolder()
  await mkdir(join(release.folder, 'dist-desk'))
  await writeFile(join(release.folder, 'dist-desk/index.html'), '<!doctype html>')
})
afterAll(() => release.drop())

/** Starts production's server with its desk, and a process for commands. */
async function startDesk(dialect: ServerDeps['dialect']) {
  const store = await prepareStore(dialect, 0)
  const { db } = store
  const port = await freePort()
  await release.start({ ...store.env, DESK_URL: DESK_ORIGIN, DESK_PORT: String(port) })
  const commands = await commandProcess({ ...store.env })
  // The desk's users join in this process, with the same database.
  const joining = await testServer({ now: Date.now(), dialect: 'sqlite', deps: { db, dialect } })
  const { join: joinAs } = await testDesk(joining)

  /** Sends half an invitation as a new manager. Returns the connection once the server waits for the rest. */
  async function halfSent(manager: string) {
    const { personId, cookie } = await joinAs('manager', manager)
    const longAgo = Date.now() - 2 * MINUTE_MS
    const session = db.selectFrom('desk_session').select('used_at').where('person_id', '=', personId)
    await update({ db }, 'desk_session', { used_at: longAgo }, { person_id: personId })
    const body = JSON.stringify({ name: `invited by ${manager}`, role: 'reviewer' })
    const [first, rest] = [body.slice(0, body.length / 2), body.slice(body.length / 2)]
    const socket = connect(port, '127.0.0.1')
    const answer = text(socket)
    await once(socket, 'connect')
    const head = [
      `POST ${deskCalls.invite.path} HTTP/1.1`,
      `Host: ${new URL(DESK_ORIGIN).host}`,
      `Origin: ${DESK_ORIGIN}`,
      `Cookie: ${cookie()}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${first}`)
    // The server stores when a session was last used as soon as it has found the session, before it reads the body.
    await expect.poll(() => session.execute(), { timeout: 10_000 }).not.toEqual([{ used_at: longAgo }])
    return {
      personId,
      async send() {
        socket.write(rest)
        const [headers = '', json = ''] = (await answer).split('\r\n\r\n')
        return [headers.split('\r\n', 1)[0], json]
      },
    }
  }

  /** Returns the rows that an invitation changes. */
  const rows = () =>
    Promise.all([
      db.selectFrom('desk_person').selectAll().orderBy('id').execute(),
      db.selectFrom('desk_invitation').selectAll().orderBy('token_hash').execute(),
      db.selectFrom('desk_notice').selectAll().orderBy('id').execute(),
      db.selectFrom('audit').selectAll().orderBy('seq').execute(),
    ])

  return {
    commands,
    halfSent,
    rows,
    async stop() {
      commands.close()
      await joining.close()
      await store.drop()
    },
  }
}

async function refusesLateBodies(dialect: ServerDeps['dialect']): Promise<void> {
  const desk = await startDesk(dialect)
  try {
    const before = await desk.rows()
    const kept = await desk.halfSent('a manager whose access stays')
    expect(await kept.send()).toEqual(['HTTP/1.1 200 OK', expect.any(String)])
    expect(await desk.rows()).not.toEqual(before)

    const lost = await desk.halfSent('a manager whose access ends')
    expect(await desk.commands.run(['desk', 'end', lost.personId])).toMatchObject({ code: 0 })
    const ended = await desk.rows()
    expect(await lost.send()).toEqual([
      'HTTP/1.1 401 Unauthorized',
      expect.stringContaining('"error":"SIGNED_OUT"'),
    ])
    expect(await desk.rows()).toEqual(ended)
  } finally {
    await desk.stop()
  }
}

test('a change at the desk is not made if a command ends the access while its body arrives', () =>
  refusesLateBodies('sqlite'))

describe.runIf(TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('a change at the desk is not made if a command ends the access while its body arrives', () =>
    refusesLateBodies('postgres'))
})
