import type { Breaks } from './types.ts'

export const s6: Breaks = {
  'S6.1': {
    file: 'server/auth/sessions.ts',
    find: "  if (token === null) throw new ApiError('UNAUTHORIZED')",
    replace: "  if (token === null) throw new ApiError('FORBIDDEN')",
  },
  'S6.2': {
    file: 'src/boot/route-guard.ts',
    find: "    case 'signed-out':",
    replace: "    case 'signed-out':\n      return screen",
  },
  'S6.3': { file: 'src/boot/routes.ts', find: "  guard: 'register',", replace: "  guard: 'signed-in'," },
  'S6.4': {
    file: 'emulator/src/tokens/issue.ts',
    find: "const idToken = granted.includes('openid')",
    replace: 'const idToken = granted.length > 0',
  },
  'S6.5': {
    file: 'emulator/src/tokens/context.ts',
    find: '    scope: scopesOf(app),',
    replace: "    scope: [...scopesOf(app), 'profile'],",
  },
  'S6.6': {
    file: 'emulator/src/tokens/context.ts',
    find: '    scope: scopesOf(app),',
    replace: "    scope: [...scopesOf(app), 'chat_message.write'],",
  },
  'S6.7': {
    file: 'emulator/src/tokens/context.ts',
    find: '    scope: scopesOf(app),',
    replace: "    scope: ['openid', 'email', 'profile', 'chat_message.write'],",
  },
  'S6.8': {
    file: 'emulator/src/platform/launch.ts',
    find: 'return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))',
    replace: 'return json([])',
  },
  'S6.9': {
    file: 'emulator/src/platform/api.ts',
    find: '  if (!hasScope || record.isReload === true || !isOpenedFromChat(scenario, app))',
    replace: '  if (!hasScope || record.isReload === true)',
  },
  'S6.10': {
    file: 'emulator/src/tokens/context.ts',
    find: '    ...app.context,',
    replace: "    ...app.context,\n    type: 'utou',",
  },
  'S6.12': { file: 'emulator/src/user-agent.ts', find: '/IAB`', replace: ' LIFF`' },
  'S6.13': {
    file: 'emulator/src/scenario/availability.ts',
    find: "shareTargetPicker: { permission: true, minVer: '10.3.0' }",
    replace: "shareTargetPicker: { permission: true, minVer: '10.2.0' }",
  },
  'S6.14': {
    file: 'emulator/src/scenario/availability.ts',
    find: 'multipleLiffTransition: { permission: true',
    replace: 'multipleLiffTransition: { permission: false',
  },
  'S6.15': {
    file: 'emulator/src/scenario/availability.ts',
    find: "minVer: '9.4.0', unsupportedFromVer: '9.19.0' }",
    replace: "minVer: '9.4.0' }",
  },
  'S6.16': {
    file: 'emulator/src/scenario/availability.ts',
    find: 'getAdvertisingId: { permission: false',
    replace: 'getAdvertisingId: { permission: true',
  },
  'S6.17': {
    file: 'emulator/src/scenario/availability.ts',
    find: "addToHomeScreen: { permission: false, minVer: '9.16.0' }",
    replace: "addToHomeScreen: { permission: false, minVer: '99.0.0' }",
  },
  'S6.18': {
    file: 'emulator/src/scenario/availability.ts',
    find: 'iap: { permission: false',
    replace: 'iap: { permission: true',
  },
  'S6.23': {
    file: 'emulator/src/scenario/availability.ts',
    find: "shareTargetPicker: { permission: true, minVer: '10.3.0' }",
    replace: "shareTargetPicker: { permission: true, minVer: '10.2.9' }",
  },
}
