import { DAY_MS, momentOf } from '#contract/time.ts'
import { headText } from '#server/audit/head.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { runAction, verbOf } from '#server/cli/action-verb.ts'
import { startWithEstimate } from '#server/cli/mailing.ts'
import { textOption, timeOption } from '#server/cli/options.ts'
import type { BaseContext, Context, Outcome, Verb } from '#server/cli/verb.ts'
import { drawProgress } from '#server/cli/with-progress.ts'
import { compareWithOutside } from '#server/draw/judge.ts'
import { outsideHash } from '#server/draw/outside-hash.ts'
import type { promoteReserves } from '#server/draw/promote.ts'
import { writeProof } from '#server/draw/proof.ts'
import { verifyProof } from '#server/draw/verify.ts'
import { checkStamp } from '#server/draw/verify-stamp.ts'
import { missedBy } from '#server/messages/missed.ts'

const CONFIRM_DAYS = 7

type Promoted = Awaited<ReturnType<typeof promoteReserves>> & { readonly confirmBy: string }

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
      '--dry-run it counts the messages and shows how many LINE still accepts this month.',
      '',
      'Example: announce --at 2027-01-18T10:00:00+07:00 --notify --dry-run',
    ],
    dryRun: true,
    showsHead: true,
    run: announce,
  },
  verbOf('promoteReserves', {
    usage: '[--confirm-by TIME]',
    summary: 'Give seats that were declined or not confirmed in time to the reserves.',
    help: [
      `Promotes reserves in their order. Each has until --confirm-by to confirm (default: ${CONFIRM_DAYS} days).`,
      'They get a LINE message, and the command lists those whom it does not reach before their deadline. Run it again when',
      'more seats become free.',
      '',
      'Example: draw promote --confirm-by 2027-02-01T23:59:59+07:00',
    ],
    read: context => ({
      confirmBy: timeOption(context, 'confirm-by') ?? context.now + CONFIRM_DAYS * DAY_MS,
    }),
    print: promoted,
  }),
  {
    name: 'draw publish',
    usage: 'FILE.json',
    summary: 'Write the ticket list to a file, and after the draw also the data to recompute it.',
    help: [
      'The file identifies customers by a hash, not by name. After `draw run` it also contains the secret and the',
      'winners, after `draw import` only the winners: then publish it only after the announcement. Anyone can check',
      'it with `draw verify FILE.json` or with their own program. It also contains the head of the audit log (`audit head`).',
      '',
      'Example: draw publish draw.json',
    ],
    mode: 'without-transaction',
    run: publish,
  },
  {
    name: 'draw verify',
    usage: 'FILE.json [--list-hash HASH|FILE] [--commitment HASH] [--tsa-ca FILE.pem]',
    alsoAccepts: '[--entries-hash HASH]',
    summary: 'Recompute a draw from its published file. Needs no database.',
    help: [
      'Exits with 1 if the file contradicts itself or a given hash. A person with the database can make a consistent file, so',
      'only a hash from outside proves that the list is the sealed one.',
      '--list-hash    the hash of the list, as a phone shows it or as it was published at the seal: all 64 digits or the 16 of',
      '               the short form, or a file that contains it, such as the list that was published then',
      '--entries-hash the name of --list-hash in earlier releases',
      '--commitment   the hash of the secret, published before the close. Formats 1 and 2 also need it',
      '--tsa-ca       certificates (PEM) of the authorities whose time stamp you trust; needs the program openssl',
      '',
      'Example: draw verify draw.json --list-hash 3F2A-9C01-77BE-10D4',
    ],
    mode: 'without-campaign',
    run: verify,
  },
]

async function announce(context: Context): Promise<Outcome> {
  const at = context.options.now === true ? context.now : timeOption(context, 'at')
  const { detail: announced } = await runAction('announceDraw', context, { at })
  const announcedAt = momentOf(announced.announcedAt)
  const mailing =
    context.options.notify === true
      ? await startWithEstimate(context, { kind: 'results', subject: announced.drawId }, announcedAt)
      : null
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
    detail: { ...announced, ...(mailing === null ? {} : { notify: mailing.detail }) },
  }
}

async function promoted({ detail }: { readonly detail: Promoted }, { db, now }: Context) {
  const ids = detail.promoted.map(one => one.customerId)
  const by = momentOf(detail.confirmBy)
  const missed = await missedBy(db, 'reserve-promoted', ids, { now, by })
  const untold = detail.promoted.flatMap(({ rank, customerId }) => {
    const reason = missed.get(customerId)
    return reason === undefined ? [] : [{ rank, customerId, reason }]
  })
  return {
    lines: [
      ...detail.promoted.map(
        one => `The reserve with rank ${one.rank} gets seat ${one.seat} (ticket ${one.ticketNo}).`,
      ),
      ...untold.map(
        one =>
          `No LINE message reaches the reserve with rank ${one.rank} in time (${one.reason}): inform them in another way.`,
      ),
      `${detail.promoted.length} promoted, ${detail.vacant} seats stay vacant, ${detail.reservesLeft} reserves left.`,
    ],
    data: { ...detail, untold },
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
  const detail = { file: path, ...found }
  return { lines: [`${path}: ${found.tickets} tickets, ${CONTENTS[found.holds]}.`], detail }
}

async function verify(context: BaseContext): Promise<Outcome> {
  const file = context.args[0] ?? ''
  const given = textOption(context, 'list-hash') ?? textOption(context, 'entries-hash')
  const outside = {
    listHash: given === undefined ? null : await outsideHash(given, file),
    commitment: textOption(context, 'commitment')?.trim().toLowerCase() ?? null,
  }
  const bar = context.progress('Recomputing', null)
  const verified = await verifyProof(file, bar.step).finally(bar.end)
  const stamp = await checkStamp(verified.head, textOption(context, 'tsa-ca') ?? null)
  const { findings, ok, matches, notChecked } = compareWithOutside(verified, outside, stamp)
  const { drawId, auditHead } = verified.head
  return {
    lines: [
      ...findings.map(finding => `${finding.ok ? 'ok  ' : 'FAIL'}  ${finding.what}: ${finding.found}`),
      ...notChecked.map(what => `not checked  ${what}`),
      conclusionOf(ok, matches),
      ...(auditHead === undefined
        ? []
        : [
            `The file contains a head of the audit log. The organiser checks it with \`audit verify --head ${headText(auditHead)}\`.`,
          ]),
    ],
    data: { ok, matches, drawId, findings, notChecked },
    detail: {},
    failed: !ok,
  }
}

function conclusionOf(ok: boolean, matches: boolean): string {
  if (!ok) return 'The file does not contain the sealed draw, or it was changed.'
  return matches
    ? 'The draw matches the hash from outside.'
    : 'The file is consistent. That alone does not prove that it contains the sealed draw.'
}
