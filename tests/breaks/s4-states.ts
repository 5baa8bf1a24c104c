import type { Breaks } from './types.ts'

export const s4: Breaks = {
  'S4.1': [
    'src/startup/steps/activity.ts',
    "if (!open) return { state: next, commands: [{ do: 'fetch-activity' }, ...early] }",
    "if (!open) return { state: next, commands: [...early, { do: 'fetch-activity' }] }",
  ],
  'S4.2': ['src/startup/steps/activity.ts', "  if (verdict.ended) return campaignClosed(state, 'ended')", ''],
  'S4.3': [
    'src/startup/steps/activity.ts',
    "  if (verdict.pending) return campaignClosed(state, 'pending')",
    '',
  ],
  'S4.4': [
    'src/startup/steps/activity.ts',
    "  return { state: { ...state, step: 'init' }, commands: [{ do: 'init-line' }] }",
    "  return { state: { ...state, step: 'settled' }, commands: [] }",
  ],
  'S4.5': [
    'src/platform/liff.ts',
    '      ready ??= start().then(reply => {',
    '      ready = start().then(reply => {',
  ],
  'S4.6': ['src/startup/launch.ts', 'carriedQuery(launch)}$', "carriedQuery({ ...launch, logstate: '' })}$"],
  'S4.7': ['src/startup/launch.ts', "(fromLogin ? null : query.get('state'))", 'null'],
  'S4.8': [
    'src/startup/launch.ts',
    'carriedQuery(carried)}`',
    "carriedQuery({ ...carried, logstate: '' })}`",
  ],
  'S4.9': ['src/startup/outcomes.ts', "{ do: 'logout-line' },", ''],
  'S4.10': ['src/startup/steps/line.ts', '  if (!friend) return addFriend(state, now)', ''],
  'S4.11': ['src/startup/steps/line.ts', "commands: [{ do: 'fetch-profile' }] }", 'commands: [] }'],
  'S4.12': [
    'server/auth/line-identity.ts',
    "  if (identity.lineUserId !== claim.lineUserId) throw new ApiError('LINE_USER_MISMATCH')",
    '',
  ],
  'S4.13': ['src/startup/sign-in.ts', '  cookie.set(session.accessToken)', ''],
  'S4.14': [
    'src/startup/steps/login.ts',
    "const clearToken: readonly Command[] = [{ do: 'clear-token' }]",
    'const clearToken: readonly Command[] = []',
  ],
  'S4.15': [
    'src/startup/steps/login.ts',
    "commands: [...clearToken, ...clearCustomer, { do: 'register-provisional', profile: state.profile }],",
    'commands: [...clearToken, ...clearCustomer],',
  ],
  'S4.16': [
    'src/state/sign-in-by-visit.ts',
    'const events = [...pageViews, stateOf(session)]',
    'const events = [...pageViews]',
  ],
  'S4.17': ['src/startup/welcome.ts', '  await models.rewards.create()', ''],
  'S4.18': [
    'src/startup/outcomes.ts',
    "return settle(state, { kind: 'failed', code, message, requestId: null }, { do: 'report', code, message })",
    'return { state, commands: [] }',
  ],
  'S4.19': ['src/state/session.ts', "        if (reply.ok) await endSession(session, 'cancelled', true)", ''],
  'S4.20': ['src/state/toasts.ts', '      list.value = [...list.value, { id, severity, text }]', ''],
  'S4.21': ['src/ui/toast-host.tsx', 'onClick={() => toasts.close(toast.id)}', 'onClick={() => {}}'],
  'S4.22': [
    'src/ui/toast-host.tsx',
    'if (held.current.pointer || held.current.focus) toasts.pause(toast.id)',
    'if (held.current.focus) toasts.pause(toast.id)',
  ],
  'S4.28': [
    'emulator/src/tokens/context.ts',
    '    scope: scopesOf(app),',
    "    scope: ['openid', 'profile', 'email'],",
  ],
  'S4.29': [
    'emulator/src/platform/oauth.ts',
    "scope: tokens.scope ?? record.scopes.join(' '),",
    "scope: '',",
  ],
  'S4.31': [
    'emulator/src/platform/launch-url.ts',
    '    ...(issued.idToken !== null ? { id_token: issued.idToken } : {}),',
    '',
  ],
  'S4.34': ['emulator/src/platform/launch-url.ts', '    access_token: issued.accessToken,', ''],
  'S4.35': ['server/campaign/clock.ts', "    case 'ended':", "    case 'ended':\n      return 'open'"],
}
