import { DAY_MS, isoOf } from '#contract/time.ts'
import { headText } from '#server/audit/head.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { drawProgress } from '#server/cli/draw-progress.ts'
import { mailingOptions, startWithEstimate } from '#server/cli/mailing.ts'
import { textOption, timeOption } from '#server/cli/options.ts'
import type { BaseContext, Context, Outcome, Verb } from '#server/cli/verb.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { writeProof } from '#server/draw/proof.ts'
import { verifyProof } from '#server/draw/verify.ts'
import { missedBy } from '#server/messages/missed.ts'

const CONFIRM_DAYS = 7

/** Verbs for the time after the draw: announce the result, promote reserves, publish and verify the proof. */
export const drawResultVerbs: readonly Verb[] = [
  {
    name: 'announce',
    usage: '[--now | --at TIME] [--notify] [--over-quota]',
    summary:
      'Publish the result (the winners and the secret) now, at a given time, or on the announcement date.',
    help: [
      'Without an option, the result is published on the campaign’s announcement date. Until then, you can run',
      '`announce` again to change the time. A published result cannot be withdrawn.',
      '--notify also sends it by LINE message to everyone who took part, from that time on (see `notify results`). With',
      '--dry-run it counts the messages and shows what LINE still accepts in this month.',
      '',
      'Example: announce --at 2027-01-18T10:00:00+07:00 --notify --dry-run',
    ],
    options: {
      now: { type: 'boolean' },
      at: { type: 'string' },
      notify: { type: 'boolean' },
      ...mailingOptions,
    },
    args: { min: 0, max: 0 },
    dryRun: true,
    showsHead: true,
    run: announce,
  },
  {
    name: 'draw promote',
    usage: '[--confirm-by TIME]',
    summary: 'Give seats that were declined or not confirmed in time to the reserves.',
    help: [
      `Promotes reserves in their order. Each has until --confirm-by to confirm (default: ${CONFIRM_DAYS} days).`,
      'They get a LINE message, and the command names those whom it does not reach before their deadline. Run it again when',
      'more seats become free.',
      '',
      'Example: draw promote --confirm-by 2027-02-01T23:59:59+07:00',
    ],
    options: { 'confirm-by': { type: 'string' } },
    args: { min: 0, max: 0 },
    dryRun: true,
    showsHead: true,
    run: promote,
  },
  {
    name: 'draw publish',
    usage: 'FILE.json',
    summary: 'Write the ticket list, and after the draw everything needed to recompute it, to one file.',
    help: [
      'The file identifies customers by a hash, not by name. After `draw run` it also contains the secret and the',
      'winners, after `draw import` only the winners: then publish it only after the announcement. Anyone can check',
      'it with `draw verify FILE.json` or with their own program. It also contains the head of the audit log (`audit head`).',
      '',
      'Example: draw publish draw.json',
    ],
    args: { min: 1, max: 1 },
    mode: 'without-transaction',
    run: publish,
  },
  {
    name: 'draw verify',
    usage: 'FILE.json [--commitment HASH] [--entries-hash HASH]',
    summary: 'Recompute a draw from its published file. Needs no database.',
    help: [
      'Exits with 1 if the result does not match the file. Pass the hashes that were published before the draw, or',
      'compare them yourself: the file alone does not prove that it belongs to that promise.',
      '',
      'Example: draw verify draw.json --commitment 9f86d081… --entries-hash 60303ae2…',
    ],
    options: { commitment: { type: 'string' }, 'entries-hash': { type: 'string' } },
    args: { min: 1, max: 1 },
    mode: 'without-campaign',
    run: verify,
  },
]

async function announce(context: Context): Promise<Outcome> {
  const at = context.options.now === true ? context.now : timeOption(context, 'at')
  const { drawId, announcedAt } = await announceDraw(context.db, at, context.now)
  const mailing =
    context.options.notify === true
      ? await startWithEstimate(context, { kind: 'results', subject: drawId }, announcedAt)
      : null
  const data = {
    drawId,
    announcedAt: isoOf(announcedAt),
    ...(mailing === null ? {} : { notify: mailing.data }),
  }
  const when =
    announcedAt <= context.now
      ? 'The result is published.'
      : `The result will be published at ${bangkokTime(announcedAt)} (Bangkok time).`
  return {
    lines: [
      when,
      ...(mailing?.lines ?? []),
      'Then write the proof for publication: `draw publish FILE.json`.',
    ],
    data,
    detail: data,
  }
}

async function promote(context: Context): Promise<Outcome> {
  const confirmBy = timeOption(context, 'confirm-by') ?? context.now + CONFIRM_DAYS * DAY_MS
  const found = await promoteReserves(context.db, confirmBy, context.now)
  const ids = found.promoted.map(one => one.customerId)
  const missed = await missedBy(context.db, 'reserve-promoted', ids, { now: context.now, by: confirmBy })
  const untold = found.promoted.flatMap(({ rank, customerId }) => {
    const reason = missed.get(customerId)
    return reason === undefined ? [] : [{ rank, customerId, reason }]
  })
  const data = { ...found, untold, confirmBy: isoOf(confirmBy) }
  return {
    lines: [
      ...found.promoted.map(
        one => `The reserve with rank ${one.rank} gets seat ${one.seat} (ticket ${one.ticketNo}).`,
      ),
      ...untold.map(
        one =>
          `No LINE message reaches the reserve with rank ${one.rank} in time (${one.reason}): tell them in another way.`,
      ),
      `${found.promoted.length} promoted, ${found.vacant} seats stay vacant, ${found.reservesLeft} reserves left.`,
    ],
    data,
    detail: data,
  }
}

const CONTENTS = {
  list: 'the list, without the secret and the winners',
  proof: 'the complete proof with the secret and the winners',
  winners: 'the list and the winners drawn by hand',
} as const

async function publish(context: Context): Promise<Outcome> {
  const path = context.args[0] ?? ''
  const progress = drawProgress(context.progress, 'Writing')
  const found = await writeProof(context.db, path, progress).finally(progress.end)
  const data = { file: path, ...found }
  return { lines: [`${path}: ${found.tickets} tickets, ${CONTENTS[found.holds]}.`], data, detail: data }
}

async function verify(context: BaseContext): Promise<Outcome> {
  const bar = context.progress('Recomputing', null)
  const { head, findings } = await verifyProof(context.args[0] ?? '', bar.step).finally(bar.end)
  const promised = [
    { name: 'commitment', value: head.commitment },
    { name: 'entries-hash', value: head.entriesHash },
  ].flatMap(({ name, value }) => {
    const given = textOption(context, name)
    if (given === undefined) return []
    return [{ what: `published ${name}`, ok: given.toLowerCase() === value, found: String(value) }]
  })
  const all = [...findings, ...promised]
  const ok = all.every(finding => finding.ok)
  return {
    lines: [
      ...all.map(finding => `${finding.ok ? 'ok  ' : 'FAIL'}  ${finding.what}: ${finding.found}`),
      ok ? 'The draw matches the file.' : 'The draw does not match the file.',
      ...(promised.length === 2
        ? []
        : ['Compare commitment and entriesHash with the values published before the draw.']),
      ...(head.auditHead === undefined
        ? []
        : [
            `The file states a head of the audit log. The organiser checks it with \`audit verify --head ${headText(head.auditHead)}\`.`,
          ]),
    ],
    data: { ok, drawId: head.drawId, findings: all },
    detail: {},
    failed: !ok,
  }
}
