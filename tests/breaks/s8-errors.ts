import type { Breaks } from './types.ts'

export const s8: Breaks = {
  'S8.1': [
    'server/identity/log-in.ts',
    "throw new ApiError('CUSTOMER_NOT_REGISTERED')",
    "throw new ApiError('FORBIDDEN')",
  ],
  'S8.2': ['src/platform/parse-failure.ts', '    fields: fields ?? [],', '    fields: [],'],
  'S8.3': ['src/startup/runner.ts', '  console.error(`LINE', '  console.debug(`LINE'],
  'S8.4': ['contract/messages.ts', "  FORBIDDEN: 'บัญชีนี้ทำรายการนี้ไม่ได้',", "  FORBIDDEN: '',"],
  'S8.5': [
    'src/loading/preload.ts',
    'if (dispatchEvent(Object.assign(event, { payload: error }))) throw error',
    'throw Object.assign(event, { payload: error })',
  ],
  'S8.7': [
    'emulator/src/tokens/id-token.ts',
    'return signed(signer.forge, header, payload)',
    'return signed(signer.sign, header, payload)',
  ],
  'S8.10': ['emulator/src/platform/launch-url.ts', "    error: 'access_denied',", "    error: 'denied',"],
  'S8.13': [
    'emulator/src/scenario/availability.ts',
    '    else all[name] = { ...all[name], ...entry }',
    '    else all[name] ??= entry',
  ],
  'S8.14': ['emulator/src/scenario/availability.ts', "minVer: '15.6.0'", "minVer: '15.5.0'"],
  'S8.20': [
    'emulator/src/tokens/context.ts',
    '    ...app.context,',
    '    ...{ ...app.context, liffId: app.liffId },',
  ],
  'S8.21': [
    'emulator/src/platform/oauth.ts',
    'client_id: tokens.channelId ?? record.channelId,',
    'client_id: record.channelId,',
  ],
  'S8.29': [
    'emulator/src/platform/launch.ts',
    'return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))',
    'return json(scopesOf(app))',
  ],
  'S8.30': [
    'emulator/src/scenario/availability.ts',
    'skipChannelVerificationScreen: { permission: false',
    'skipChannelVerificationScreen: { permission: true',
  ],
  'S8.36': [
    'emulator/src/scenario/availability.ts',
    'addToHomeScreen: { permission: false',
    'addToHomeScreen: { permission: true',
  ],
  'S8.37': ['emulator/src/user-agent.ts', ' LIFF`', " LIFF`.replace('12.0.0', '12.0.1')"],
}
