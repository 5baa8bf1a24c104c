/** Mistakes that the protocol must not contain. Each is one change of `model.ts`. */
export const mutants = {
  acksWithoutKey: 'an answer that does not name the key counts as an acknowledgement',
  newKeyOnRetry: 'a retry gets a new key',
  keyNotStored: 'the server stores the effect without the key',
  serverIgnoresOwner: 'the server does not compare the owner',
  ownerIgnored: 'neither the phone nor the server compares the owner',
  dropsOn401: '401 deletes the job',
  forgetsOn401: '401 makes the phone forget an earlier attempt',
  refusesOn429: '429 counts as a refusal',
  reusedIsRefusal: 'the refusal of a reused key counts as a refusal of the job',
  claimNeverEnds: 'a claim never ends',
  sendsUnclaimed: 'a tab without a store sends a stored job that it has not claimed',
  skipsOffset: 'a retry does not ask for the upload offset',
  deletesBeforeAnswer: 'the job is deleted before its answer',
  missingIsReceived: 'a missing job counts as received',
  withdrawsFirst: 'a job can be withdrawn during its first attempt',
  withdrawsTried: 'a job can be withdrawn after an attempt',
  withdrawsExpired: 'an expired job can be withdrawn after an attempt',
  retryForgets: 'a retry forgets the earlier attempt',
  replacesUnchecked: 'a correction replaces a job without reading its record',
  hidesRefusal: 'a refused job is deleted before a screen has shown it',
  refusedBlocks: 'a refused job blocks the next job on its subject',
  memoryStuck: 'a job in memory is neither sent nor stored',
  memoryCalledSaved: 'a job in memory is shown as saved',
  leaveKeepsMemory: 'leaving does not reach the memory of other tabs',
  storesAfterLeaving: 'a tab stores a job without checking that its customer has left',
  lateAnswerWrites: 'an answer writes an outcome although the record is gone',
} as const

/** Changes that show which assumptions the promises rely on. */
export const variants = {
  phoneIgnoresOwner: 'the phone does not compare the owner, the server does',
  looser: "a job in memory can expire, and a request can survive a change of its tab's customer",
  refusalLifted: 'the cause of a refusal goes away while a copy of the request is still on its way',
} as const

export type Mutant = keyof typeof mutants | keyof typeof variants
