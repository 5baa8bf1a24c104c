import type * as api from './types.ts'

export type Health = {
  readonly session: string
  readonly revision: number
  /** For each user, the revision at which LINE was last killed. */
  readonly killed: Readonly<Record<string, number>>
}

/** Thrown if the emulator rejects a control call. The message comes from the emulator. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** Returns the emulator's message, or `otherwise` if the emulator did not respond. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof ControlError ? error.message : otherwise
}

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`/__emulator/api/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const text = await response.text()
  const answer: unknown = text === '' ? null : JSON.parse(text)
  if (response.ok) return answer
  const { message } = (answer ?? {}) as { message?: string }
  throw new ControlError(message ?? `${method} ${path}: ${response.status}`)
}

/** Calls the emulator's REST control API. Rejects with {@link ControlError} if the emulator rejects the call. */
export const control = {
  health: () => call('GET', 'health') as Promise<Health>,
  state: () => call('GET', 'state') as Promise<api.Scenario>,
  patch: (patch: api.Patch) => call('PATCH', 'state', patch) as Promise<api.Scenario>,
  scenarios: () => call('GET', 'scenarios') as Promise<readonly api.ScenarioSummary[]>,
  put: (scenario: unknown) => call('PUT', 'state', scenario) as Promise<api.Scenario>,
  load: (name: string) => call('POST', 'scenario', { name }),
  links: () => call('GET', 'links') as Promise<readonly api.PanelLink[]>,
  phases: () => call('GET', 'phases') as Promise<api.PhaseList>,
  applyPhase: (id: string) => call('POST', 'phase', { id }) as Promise<api.PhaseList>,
  reset: () => call('POST', 'reset'),
  kill: () => call('POST', 'kill', {}),
  clock: (command: api.ClockCommand) => call('POST', 'clock', command),
  addFault: (fault: api.Fault) => call('POST', 'faults', fault),
  removeFault: (id: string) => call('DELETE', `faults?id=${encodeURIComponent(id)}`),
  timeline: () => call('GET', 'timeline') as Promise<api.StoredTimeline>,
  clearRequests: () => call('DELETE', 'requests'),
  closeLayer: (id: string) => call('POST', 'layer-closed', { id }),
  chat: (userId: string, chatId: string | undefined) =>
    call(
      'GET',
      `chat?${new URLSearchParams({ userId, ...(chatId === undefined ? {} : { chatId }) })}`,
    ) as Promise<api.ChatView>,
  changeGroup: (command: api.GroupCommand) =>
    call('POST', 'group', command) as Promise<{ readonly id: string }>,
  changeMembership: (command: api.MembershipCommand) => call('POST', 'membership', command),
  purchases: () => call('GET', 'purchases') as Promise<api.Purchases>,
  actOnPurchase: (command: api.PurchaseCommand) => call('POST', 'purchase', command),
  setFriendship: (userId: string, state: api.Friendship) => call('POST', 'friendship', { userId, state }),
  webhooks: () => call('GET', 'webhooks') as Promise<api.WebhookView>,
  setWebhook: (settings: api.WebhookSettings) => call('POST', 'webhook-settings', settings),
  examine: () => call('POST', 'exam', {}) as Promise<api.ExamReport>,
  verifyWebhook: () => call('POST', 'webhook-test', {}) as Promise<api.VerifiedWebhook>,
  resendWebhook: (id: string) => call('POST', 'webhook-resend', { id }),
  sendWebhookEvent: (event: api.WebhookEventCommand) => call('POST', 'webhook-event', event),
  sharePage: (page: { readonly url: string; readonly liffId?: string; readonly userId: string }) =>
    call('POST', 'share-page', page) as Promise<api.SharedPage>,
  actInChat: (command: api.ChatCommand) => call('POST', 'chat', command),
}
