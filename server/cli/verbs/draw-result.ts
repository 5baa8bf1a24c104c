import { DAY_MS, isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { drawProgress } from '#server/cli/draw-progress.ts'
import { momentOption, textOption } from '#server/cli/options.ts'
import type { Context, Offline, Outcome, Verb } from '#server/cli/verb.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { writeProof } from '#server/draw/proof.ts'
import { verifyProof } from '#server/draw/verify.ts'

const CONFIRM_DAYS = 7

/** What comes after the draw: telling, promoting reserves, and the proof. */
export const drawResultVerbs: readonly Verb[] = [
  {
    name: 'announce',
    usage: '[--now | --at TIME]',
    summary: 'Tell the result: winners and the secret, on the campaign’s date for it or as you say.',
    help: [
      'Without an option, from the campaign’s announcement date on. Until a future moment comes it can be moved by',
      'announcing again; what has been told cannot be taken back.',
      '',
      'Example: announce --at 2027-01-18T10:00:00+07:00',
    ],
    options: { now: { type: 'boolean' }, at: { type: 'string' } },
    args: { min: 0, max: 0 },
    dryRun: true,
    run: announce,
  },
  {
    name: 'draw promote',
    usage: '[--confirm-by TIME]',
    summary: 'Give seats that were declined, or not confirmed in time, to the reserves.',
    help: [
      `In the reserves’ order. Each of them has until --confirm-by to confirm, ${CONFIRM_DAYS} days unless you say otherwise.`,
      'Run it as often as seats come free.',
      '',
      'Example: draw promote --confirm-by 2027-02-01T23:59:59+07:00',
    ],
    options: { 'confirm-by': { type: 'string' } },
    args: { min: 0, max: 0 },
    dryRun: true,
    run: promote,
  },
  {
    name: 'draw publish',
    usage: 'FILE.json',
    summary: 'Write the list, and after the draw everything that is needed to recompute it, into one file.',
    help: [
      'Customers are told apart in it but not named. Once the draw has run, the file holds the secret and the winners,',
      'after a draw by hand the winners alone: publish it after the announcement. Anyone checks it with `draw verify FILE.json`, or in any other way.',
      '',
      'Example: draw publish draw.json',
    ],
    args: { min: 1, max: 1 },
    mode: 'alone',
    run: publish,
  },
  {
    name: 'draw verify',
    usage: 'FILE.json [--commitment HASH] [--entries-hash HASH]',
    summary: 'Recompute a draw from its published file, without any database.',
    help: [
      'Ends with 1 where anything is not as the file says. Give the hashes that were published before the draw, or',
      'compare them yourself: a file alone cannot say whether it is the one that was promised.',
      '',
      'Example: draw verify draw.json --commitment 9f86d081… --entries-hash 60303ae2…',
    ],
    options: { commitment: { type: 'string' }, 'entries-hash': { type: 'string' } },
    args: { min: 1, max: 1 },
    mode: 'offline',
    run: verify,
  },
]

async function announce(context: Context): Promise<Outcome> {
  const at = context.options.now === true ? context.now : momentOption(context, 'at')
  const { drawId, announcedAt } = await announceDraw(context.db, at, context.now)
  const data = { drawId, announcedAt: isoOf(announcedAt) }
  const when =
    announcedAt <= context.now
      ? 'The result is told.'
      : `The result will be told ${bangkokTime(announcedAt)} in Bangkok.`
  return { lines: [when, 'Then publish the proof: `draw publish FILE.json`.'], data, detail: data }
}

async function promote(context: Context): Promise<Outcome> {
  const confirmBy = momentOption(context, 'confirm-by') ?? context.now + CONFIRM_DAYS * DAY_MS
  const found = await promoteReserves(context.db, confirmBy, context.now)
  const data = { ...found, confirmBy: isoOf(confirmBy) }
  return {
    lines: [
      ...found.promoted.map(one => `Reserve ${one.rank} takes seat ${one.seat} (ticket ${one.ticketNo}).`),
      `${found.promoted.length} promoted, ${found.vacant} seats stay vacant, ${found.reservesLeft} reserves left.`,
    ],
    data,
    detail: data,
  }
}

const CONTENTS = {
  list: 'the list, without secret and winners',
  proof: 'the whole proof, with the secret and the winners',
  winners: 'the list and the winners that were drawn by hand',
} as const

async function publish(context: Context): Promise<Outcome> {
  const path = context.args[0] ?? ''
  const work = drawProgress(context.progress, 'Writing')
  const found = await writeProof(context.db, path, work).finally(work.end)
  const data = { file: path, ...found }
  return { lines: [`${path}: ${found.tickets} tickets, ${CONTENTS[found.holds]}.`], data, detail: data }
}

async function verify(context: Offline): Promise<Outcome> {
  const bar = context.progress('Recomputing', null)
  const { head, findings } = await verifyProof(context.args[0] ?? '', bar.step).finally(bar.end)
  const promised = [
    { name: 'commitment', value: head.commitment },
    { name: 'entries-hash', value: head.entriesHash },
  ].flatMap(({ name, value }) => {
    const given = textOption(context, name)
    if (given === undefined) return []
    return [{ what: `the promised ${name}`, ok: given.toLowerCase() === value, found: String(value) }]
  })
  const all = [...findings, ...promised]
  const ok = all.every(finding => finding.ok)
  return {
    lines: [
      ...all.map(finding => `${finding.ok ? 'ok  ' : 'FAIL'}  ${finding.what}: ${finding.found}`),
      ok ? 'Everything is as the file says.' : 'This draw is not what the file says.',
      ...(promised.length === 2
        ? []
        : ['Compare commitment and entriesHash with those published before the draw.']),
    ],
    data: { ok, drawId: head.drawId, findings: all },
    detail: {},
    failed: !ok,
  }
}
