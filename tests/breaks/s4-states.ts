import type { Breaks } from './types.ts'

export const s4: Breaks = {
  'S4.1': {
    file: 'src/startup/steps/activity.ts',
    find: "if (!open) return { state: next, commands: [{ do: 'fetch-activity' }, ...early] }",
    replace: "if (!open) return { state: next, commands: [...early, { do: 'fetch-activity' }] }",
  },
  'S4.2': {
    file: 'src/startup/steps/activity.ts',
    find: "  if (verdict.ended) return campaignClosed(state, 'ended')",
    replace: '',
  },
  'S4.3': {
    file: 'src/startup/steps/activity.ts',
    find: "  if (verdict.pending) return campaignClosed(state, 'pending')",
    replace: '',
  },
  'S4.4': {
    file: 'src/startup/steps/activity.ts',
    find: "  return { state: { ...state, step: 'init' }, commands: [{ do: 'init-line' }] }",
    replace: "  return { state: { ...state, step: 'settled' }, commands: [] }",
  },
  'S4.5': {
    file: 'src/platform/liff.ts',
    find: '      ready ??= start().then(reply => {',
    replace: '      ready = start().then(reply => {',
  },
  'S4.6': {
    file: 'src/startup/launch.ts',
    find: 'carriedQuery(launch)}$',
    replace: "carriedQuery({ ...launch, logstate: '' })}$",
  },
  'S4.7': { file: 'src/startup/launch.ts', find: "(fromLogin ? null : query.get('state'))", replace: 'null' },
  'S4.8': {
    file: 'src/startup/launch.ts',
    find: 'carriedQuery(carried)}`',
    replace: "carriedQuery({ ...carried, logstate: '' })}`",
  },
  'S4.9': { file: 'src/startup/outcomes.ts', find: "{ do: 'logout-line' },", replace: '' },
  'S4.10': {
    file: 'src/startup/steps/line.ts',
    find: '  if (!friend) return addFriend(state, now)',
    replace: '',
  },
  'S4.11': {
    file: 'src/startup/steps/line.ts',
    find: "commands: [{ do: 'fetch-profile' }] }",
    replace: 'commands: [] }',
  },
  'S4.12': {
    file: 'server/auth/line-identity.ts',
    find: "  if (identity.lineUserId !== claim.lineUserId) throw new ApiError('LINE_USER_MISMATCH')",
    replace: '',
  },
  'S4.13': { file: 'src/startup/sign-in.ts', find: '  cookie.set(session.accessToken)', replace: '' },
  'S4.14': {
    file: 'src/startup/steps/login.ts',
    find: "const clearToken: readonly Command[] = [{ do: 'clear-token' }]",
    replace: 'const clearToken: readonly Command[] = []',
  },
  'S4.15': {
    file: 'src/startup/steps/login.ts',
    find: "commands: [...clearToken, ...clearCustomer, { do: 'register-provisional', profile: state.profile }],",
    replace: 'commands: [...clearToken, ...clearCustomer],',
  },
  'S4.16': {
    file: 'src/state/sign-in-by-visit.ts',
    find: 'const events = [...pageViews, stateOf(session)]',
    replace: 'const events = [...pageViews]',
  },
  'S4.17': { file: 'src/startup/welcome.ts', find: '  await models.rewards.create()', replace: '' },
  'S4.18': {
    file: 'src/startup/outcomes.ts',
    find: "return settle(state, { kind: 'failed', code, message, requestId: null }, { do: 'report', code, message })",
    replace: 'return { state, commands: [] }',
  },
  'S4.19': {
    file: 'src/state/session.ts',
    find: "        if (reply.ok) await endSession(session, 'cancelled', true)",
    replace: '',
  },
  'S4.20': {
    file: 'src/state/toasts.ts',
    find: '      list.value = [...list.value, { id, severity, text }]',
    replace: '',
  },
  'S4.21': {
    file: 'src/ui/toast-host.tsx',
    find: 'onClick={() => toasts.close(toast.id)}',
    replace: 'onClick={() => {}}',
  },
  'S4.22': {
    file: 'src/ui/toast-host.tsx',
    find: 'if (held.current.pointer || held.current.focus) toasts.pause(toast.id)',
    replace: 'if (held.current.focus) toasts.pause(toast.id)',
  },
  'S4.28': {
    file: 'emulator/src/tokens/context.ts',
    find: '    scope: scopesOf(app),',
    replace: "    scope: ['openid', 'profile', 'email'],",
  },
  'S4.29': {
    file: 'emulator/src/platform/oauth.ts',
    find: "scope: tokens.scope ?? record.scopes.join(' '),",
    replace: "scope: '',",
  },
  'S4.31': {
    file: 'emulator/src/platform/launch-url.ts',
    find: '    ...(issued.idToken !== null ? { id_token: issued.idToken } : {}),',
    replace: '',
  },
  'S4.34': {
    file: 'emulator/src/platform/launch-url.ts',
    find: '    access_token: issued.accessToken,',
    replace: '',
  },
  'S4.35': {
    file: 'server/campaign/clock.ts',
    find: "    case 'ended':",
    replace: "    case 'ended':\n      return 'open'",
  },
}
