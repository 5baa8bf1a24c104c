import type { Breaks } from './types.ts'

export const s6: Breaks = {
  'S6.1': [
    'server/auth/sessions.ts',
    "  if (token === null) throw new ApiError('UNAUTHORIZED')",
    "  if (token === null) throw new ApiError('FORBIDDEN')",
  ],
  'S6.2': [
    'src/boot/route-guard.ts',
    "    case 'signed-out':",
    "    case 'signed-out':\n      return screen",
  ],
  'S6.3': ['src/boot/routes.ts', "  guard: 'register',", "  guard: 'signed-in',"],
  'S6.4': [
    'emulator/src/tokens/issue.ts',
    "const idToken = granted.includes('openid')",
    'const idToken = granted.length > 0',
  ],
  'S6.5': [
    'emulator/src/tokens/context.ts',
    '    scope: scopesOf(app),',
    "    scope: [...scopesOf(app), 'profile'],",
  ],
  'S6.6': [
    'emulator/src/tokens/context.ts',
    '    scope: scopesOf(app),',
    "    scope: [...scopesOf(app), 'chat_message.write'],",
  ],
  'S6.7': [
    'emulator/src/tokens/context.ts',
    '    scope: scopesOf(app),',
    "    scope: ['openid', 'email', 'profile', 'chat_message.write'],",
  ],
  'S6.8': [
    'emulator/src/platform/launch.ts',
    'return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))',
    'return json([])',
  ],
  'S6.9': [
    'emulator/src/platform/api.ts',
    '  if (!hasScope || record.isReload === true || !isOpenedFromChat(scenario, app))',
    '  if (!hasScope || record.isReload === true)',
  ],
  'S6.10': [
    'emulator/src/tokens/context.ts',
    '    ...app.context,',
    "    ...app.context,\n    type: 'utou',",
  ],
  'S6.12': ['emulator/src/user-agent.ts', '/IAB`', ' LIFF`'],
  'S6.13': [
    'emulator/src/scenario/availability.ts',
    "shareTargetPicker: { permission: true, minVer: '10.3.0' }",
    "shareTargetPicker: { permission: true, minVer: '10.2.0' }",
  ],
  'S6.14': [
    'emulator/src/scenario/availability.ts',
    'multipleLiffTransition: { permission: true',
    'multipleLiffTransition: { permission: false',
  ],
  'S6.15': [
    'emulator/src/scenario/availability.ts',
    "minVer: '9.4.0', unsupportedFromVer: '9.19.0' }",
    "minVer: '9.4.0' }",
  ],
  'S6.16': [
    'emulator/src/scenario/availability.ts',
    'getAdvertisingId: { permission: false',
    'getAdvertisingId: { permission: true',
  ],
  'S6.17': [
    'emulator/src/scenario/availability.ts',
    "addToHomeScreen: { permission: false, minVer: '9.16.0' }",
    "addToHomeScreen: { permission: false, minVer: '99.0.0' }",
  ],
  'S6.18': ['emulator/src/scenario/availability.ts', 'iap: { permission: false', 'iap: { permission: true'],
  'S6.23': [
    'emulator/src/scenario/availability.ts',
    "shareTargetPicker: { permission: true, minVer: '10.3.0' }",
    "shareTargetPicker: { permission: true, minVer: '10.2.9' }",
  ],
}
