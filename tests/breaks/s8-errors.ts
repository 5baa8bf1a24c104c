import type { Breaks } from './types.ts'

export const s8: Breaks = {
  'S8.1': {
    file: 'server/identity/log-in.ts',
    find: "throw new ApiError('CUSTOMER_NOT_REGISTERED')",
    replace: "throw new ApiError('FORBIDDEN')",
  },
  'S8.2': {
    file: 'src/platform/parse-failure.ts',
    find: '    fields: fields ?? [],',
    replace: '    fields: [],',
  },
  'S8.3': { file: 'src/startup/runner.ts', find: '  console.error(`LINE', replace: '  console.debug(`LINE' },
  'S8.4': {
    file: 'contract/messages.ts',
    find: "  FORBIDDEN: 'ไม่มีสิทธิ์ทำรายการนี้',",
    replace: "  FORBIDDEN: '',",
  },
  'S8.5': {
    file: 'src/loading/preload.ts',
    find: 'if (dispatchEvent(Object.assign(event, { payload: error }))) throw error',
    replace: 'throw Object.assign(event, { payload: error })',
  },
  'S8.7': {
    file: 'emulator/src/tokens/id-token.ts',
    find: 'return signed(signer.forge, header, payload)',
    replace: 'return signed(signer.sign, header, payload)',
  },
  'S8.10': {
    file: 'emulator/src/platform/launch-url.ts',
    find: "    error: 'access_denied',",
    replace: "    error: 'denied',",
  },
  'S8.13': {
    file: 'emulator/src/scenario/availability.ts',
    find: '    else all[name] = { ...all[name], ...entry }',
    replace: '    else all[name] ??= entry',
  },
  'S8.14': {
    file: 'emulator/src/scenario/availability.ts',
    find: "minVer: '15.6.0'",
    replace: "minVer: '15.5.0'",
  },
  'S8.20': {
    file: 'emulator/src/tokens/context.ts',
    find: '    ...app.context,',
    replace: '    ...{ ...app.context, liffId: app.liffId },',
  },
  'S8.21': {
    file: 'emulator/src/platform/oauth.ts',
    find: 'client_id: tokens.channelId ?? record.channelId,',
    replace: 'client_id: record.channelId,',
  },
  'S8.29': {
    file: 'emulator/src/platform/launch.ts',
    find: 'return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))',
    replace: 'return json(scopesOf(app))',
  },
  'S8.30': {
    file: 'emulator/src/scenario/availability.ts',
    find: 'skipChannelVerificationScreen: { permission: false',
    replace: 'skipChannelVerificationScreen: { permission: true',
  },
  'S8.36': {
    file: 'emulator/src/scenario/availability.ts',
    find: 'addToHomeScreen: { permission: false',
    replace: 'addToHomeScreen: { permission: true',
  },
  'S8.37': {
    file: 'emulator/src/user-agent.ts',
    find: ' LIFF`',
    replace: " LIFF`.replace('12.0.0', '12.0.1')",
  },
}
