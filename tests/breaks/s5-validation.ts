import type { Breaks } from './types.ts'

export const s5: Breaks = {
  'S5.1': {
    file: 'src/startup/launch.ts',
    find: '  return clipped(plain, LOGSTATE_MAX_LENGTH).trim()',
    replace: '  return plain',
  },
  'S5.3': { file: 'emulator/src/limits.ts', find: 'MAX_MESSAGES = 5', replace: 'MAX_MESSAGES = 4' },
  'S5.8': {
    file: 'emulator/src/platform/sub-window.ts',
    find: 'return /^[0-9A-Za-z]+$/.test(identifier)',
    replace: 'return /^[0-9]+$/.test(identifier)',
  },
  'S5.10': {
    file: 'emulator/src/scenario/availability.ts',
    find: 'addToHomeLineScheme: { permission: false,',
    replace: 'addToHomeLineScheme: { permission: true,',
  },
  'S5.11': {
    file: 'emulator/src/scenario/availability.ts',
    find: "addToHomeLineScheme: { permission: false, minVer: '13.20.0' }",
    replace: "addToHomeLineScheme: { permission: true, minVer: '13.20.0' }",
  },
  'S5.12': {
    file: 'emulator/src/tokens/context.ts',
    find: '    endpointUrl: endpointOf(app, origin),',
    replace: "    endpointUrl: 'https://elsewhere.example/',",
  },
  'S5.15': {
    file: 'server/auth/line-token.ts',
    find: "algorithms: ['ES256'],",
    replace: "algorithms: ['ES256', 'RS256'],",
  },
  'S5.16': { file: 'server/auth/line-token.ts', find: "typeof header.kid !== 'string'", replace: 'false' },
  'S5.17': {
    file: 'server/auth/line-token.ts',
    find: 'await jwtVerify(idToken, lineKeys(deps), {',
    replace:
      "await (async (token: string, _keys: unknown, _checks: object) => ({ payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) }))(idToken, lineKeys(deps), {",
  },
  'S5.18': { file: 'server/auth/line-token.ts', find: '      issuer: ISSUER,', replace: '' },
  'S5.19': { file: 'server/auth/line-token.ts', find: 'payload.aud !== line.channelId || ', replace: '' },
  'S5.20': {
    file: 'server/auth/line-token.ts',
    find: 'clockTolerance: CLOCK_SKEW_S,',
    replace: 'clockTolerance: 10 * CLOCK_SKEW_S,',
  },
  'S5.21': {
    file: 'server/auth/line-access-token.ts',
    find: "  if (token.client_id !== line.channelId) throw new ApiError('LINE_TOKEN_INVALID')",
    replace: '',
  },
  'S5.22': { file: 'emulator/src/tokens/context.ts', find: '    ...app.context,', replace: '' },
}
