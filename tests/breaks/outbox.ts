import type { mutants } from '#tests/model/mutants.ts'
import type { Break } from './types.ts'

/** A mutant of the outbox's model as a change of the real outbox or its server, and the tests that must then fail. */
type EngineBreak = {
  /** One line, or several lines that are broken together. */
  readonly breaks: Break | readonly Break[]
  /** One or several, as in `docs/spec-coverage`: the path under `tests/`, and the title as written in the source. */
  readonly proofs: string | readonly string[]
}

const src = (file: string, find: string, replace: string): Break => ({
  file: `src/outbox/${file}`,
  find,
  replace,
})

const serverIgnoresOwner: Break = {
  file: 'server/auth/authorize.ts',
  find: "if (owner !== null && owner !== caller.customerId) throw new ApiError('OWNER_MISMATCH')",
  replace: "if (owner === '') throw new ApiError('OWNER_MISMATCH')",
}

const attemptsOnRetry = src(
  'outbox.ts',
  "? { ...job, state: 'queued', expired: false, notBefore: 0, createdAt: serverNow(runner) }",
  "? { ...job, state: 'queued', expired: false, notBefore: 0, createdAt: serverNow(runner), attempts: 0 }",
)

/** One break of the real outbox for each mutant of its model (`tests/model/mutants.ts`). */
export const outboxBreaks: Readonly<Record<keyof typeof mutants, EngineBreak>> = {
  acksWithoutKey: {
    breaks: src(
      'send-job.ts',
      'if (key === job.id || (key === null && (await knowsNoKeys(api, job.owner, signal))))',
      'if (key !== job.owner || (key === null && (await knowsNoKeys(api, job.owner, signal))))',
    ),
    proofs: 'unit/outbox/outbox.test.ts › keeps a job after a valid answer that does not name its key (%s)',
  },
  newKeyOnRetry: {
    breaks: src(
      'send-job.ts',
      'let photosGone = job.photos.length === 0',
      'if (job.attempts > 0) job = { ...job, id: crypto.randomUUID() }; let photosGone = job.photos.length === 0',
    ),
    proofs:
      'unit/outbox/transitions.test.ts › a tab that comes back does not forget that another tab may have sent its job',
  },
  keyNotStored: {
    breaks: {
      file: 'server/customer-policy.ts',
      find: 'if (key === null) return respond(call, request, await atomically(deps.db, runLive))',
      replace: "if (key !== '') return respond(call, request, await atomically(deps.db, runLive))",
    },
    proofs: 'contract/idempotency.test.ts › 25 repeats at the same time have one effect',
  },
  serverIgnoresOwner: {
    breaks: serverIgnoresOwner,
    proofs: 'unit/outbox/outbox-owner.test.ts › delivers nothing with another customer’s token',
  },
  ownerIgnored: {
    breaks: [
      serverIgnoresOwner,
      src(
        'job.ts',
        "if (job.owner !== owner || job.state === 'dead') return false",
        "if (owner === null || job.state === 'dead') return false",
      ),
      src('machine.ts', 'if (job.owner !== state.owner)', "if (job.owner === '')"),
    ],
    proofs:
      'unit/outbox/outbox-owner.test.ts › never sends a customer’s jobs as the next customer; they wait for their owner',
  },
  dropsOn401: {
    breaks: src(
      'machine.ts',
      'const again = requeued(state, { ...unclaimed(job), failure }, null)',
      "const again = only(state, { do: 'finish', job, outcome: outcomeOf(job, 'replaced', env.now) })",
    ),
    proofs:
      'unit/outbox/outbox-owner.test.ts › renews an expired session once without counting failed attempts',
  },
  forgetsOn401: {
    breaks: src(
      'machine.ts',
      'const again = requeued(state, { ...unclaimed(job), failure }, null)',
      'const again = requeued(state, { ...unclaimed(job), attempts: 0, failure }, null)',
    ),
    proofs:
      'unit/outbox/transitions.test.ts › a job that became too old while it was being sent still counts as tried',
  },
  refusesOn429: {
    breaks: src('classify.ts', 'status === 425 || status === 429 ||', 'status === 425 ||'),
    proofs: 'unit/outbox/outbox.test.ts › a 429 pauses the whole lane',
  },
  reusedIsRefusal: {
    breaks: src(
      'send-job.ts',
      "if (job.route === 'createReceipt' && isRefused(attempt.failure, 'IDEMPOTENCY_KEY_REUSED')) {",
      "if (job.route === 'deleteReceipt' && isRefused(attempt.failure, 'IDEMPOTENCY_KEY_REUSED')) {",
    ),
    proofs: 'unit/outbox/outbox-adversary.test.ts › a receipt that the server already has with %s',
  },
  claimNeverEnds: {
    breaks: src(
      'commands.ts',
      'claim: { tab, from: now, until: now + CLAIM_MS },',
      'claim: { tab, from: now, until: now + CLAIM_MS * 700 },',
    ),
    proofs:
      'unit/outbox/transitions.test.ts › a visible tab never waits longer than ten seconds for a frozen one',
  },
  sendsUnclaimed: {
    breaks: src(
      'commands.ts',
      "const mayGo = isFull && job !== undefined && job.state !== 'dead' && !neverSent(job)",
      "const mayGo = isFull && job !== undefined && job.state !== 'dead' && job.attempts > -1",
    ),
    proofs:
      'unit/outbox/full-phone.test.ts › a stored job that was never tried waits for space, because unmarked it could be deleted after it arrived',
  },
  skipsOffset: {
    breaks: src(
      'send-job.ts',
      'const missing = await sendPhotos(call, job, counting, job.attempts > 0)',
      'const missing = await sendPhotos(call, job, counting, false)',
    ),
    proofs: 'unit/outbox/outbox-storage.test.ts › resumes a large photo where the network interrupted it',
  },
  deletesBeforeAnswer: {
    breaks: src(
      'commands.ts',
      'let cancel = () => {}',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a template.
      'let cancel = () => {}; void ports.disk.delete([`q/job/${job.id}`])',
    ),
    proofs:
      'unit/outbox/outbox.test.ts › keeps a receipt across a restart without a network and sends it when the network is back',
  },
  missingIsReceived: {
    breaks: src(
      'job-view.ts',
      "if (!job) return { id, state: 'gone' }",
      "if (!job) return { id, state: 'received' }",
    ),
    proofs:
      'unit/outbox/chaos.test.ts › a sign-out that deletes a job which the server already has is not called untrue',
  },
  withdrawsFirst: {
    breaks: src('job.ts', "job.state === 'queued' && job.attempts === 0", 'job.attempts === 0'),
    proofs: 'unit/state/receipts.test.ts › withdraws a receipt on the server while another tab is sending it',
  },
  withdrawsTried: {
    breaks: src('job.ts', "job.state === 'queued' && job.attempts === 0", "job.state === 'queued'"),
    proofs:
      'unit/outbox/outbox-deletions.test.ts › an edit does not replace a receipt that the server may have received',
  },
  // Deleting an expired job only stops this phone from sending it. That is not enough to withdraw the receipt, because
  // an earlier attempt may have reached the server.
  withdrawsExpired: {
    breaks: {
      file: 'src/state/receipts.ts',
      find: '({ expired, attempts }: Job): boolean => expired && attempts > 0',
      replace: '({ expired, attempts }: Job): boolean => expired && attempts < 0',
    },
    proofs:
      'unit/state/expired-receipt.test.ts › withdraws a receipt on the server that has waited for more than seven days after an attempt: %s',
  },
  retryForgets: {
    breaks: attemptsOnRetry,
    proofs:
      'unit/outbox/transitions.test.ts › a job that became too old while it was being sent still counts as tried',
  },
  replacesUnchecked: {
    breaks: src(
      'job-store.ts',
      'kept = stored === null ? replaced !== null : !mayReplace(stored)',
      'kept = mayReplace === undefined',
    ),
    proofs: 'unit/outbox/transitions.test.ts › an edit does not replace a job that another tab has delivered',
  },
  hidesRefusal: {
    breaks: src(
      'machine.ts',
      "return requeued(reached(state), { ...tried, state: 'dead' }, null)",
      "return only(state, { do: 'finish', job, outcome: outcomeOf(job, 'replaced', env.now) })",
    ),
    proofs:
      'unit/outbox/outbox.test.ts › shows a refused receipt, sends the others, and deletes it when it is discarded',
  },
  refusedBlocks: {
    breaks: src(
      'job.ts',
      "if (job.owner !== owner || job.state === 'dead') return false",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a template.
      "if (job.owner !== owner || (job.state === 'dead' && taken.add(`${laneOf(job)} ${job.subject}`))) return false",
    ),
    proofs: 'unit/outbox/outbox.test.ts › a refused job does not hold up the next one on its subject',
  },
  memoryStuck: {
    breaks: [
      src(
        'plan.ts',
        'if (before.active.has(id)) continue',
        'if (before.active.has(id) || before.unsaved.has(id)) continue',
      ),
      src(
        'runner.ts',
        "if (state.loaded === 'failed' || state.unsaved.size > 0)",
        "if (state.loaded === 'failed')",
      ),
    ],
    proofs:
      'unit/outbox/outbox-storage.test.ts › a job that the phone cannot store is sent from memory and stored when there is space',
  },
  memoryCalledSaved: {
    breaks: src('job-view.ts', 'kept: !state.unsaved.has(job.id),', 'kept: true,'),
    proofs:
      'unit/outbox/outbox-storage.test.ts › a job that the phone cannot store is sent from memory and stored when there is space',
  },
  leaveKeepsMemory: {
    breaks: src(
      'outbox.ts',
      "else if (message.type === 'outbox-purged') void purge(runner, message.owner).catch(() => {})",
      "else if (message.type === 'outbox-purged') void 0",
    ),
    proofs:
      'unit/outbox/transitions.test.ts › leaving in one tab deletes what another tab has only in memory',
  },
  storesAfterLeaving: {
    breaks: src('job-store.ts', "if (!added.stays()) return 'gone'", ''),
    proofs:
      'unit/outbox/outbox-owner.test.ts › what is being stored when a customer deletes everything is not stored, after %i turns',
  },
  lateAnswerWrites: {
    breaks: src('job-store.ts', 'if (job === null || !gone) return null', 'if (!gone) return null'),
    proofs:
      'unit/outbox/outbox-deletions.test.ts › an answer that arrives after the job was deleted with its customer stores nothing',
  },
}
