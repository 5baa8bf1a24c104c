import type { Breaks } from './types.ts'

export const s5: Breaks = {
  'S5.1': ['src/startup/launch.ts', '  return clipped(plain, LOGSTATE_MAX_LENGTH).trim()', '  return plain'],
  'S5.3': ['emulator/src/limits.ts', 'MAX_MESSAGES = 5', 'MAX_MESSAGES = 4'],
  'S5.8': [
    'emulator/src/platform/sub-window.ts',
    'return /^[0-9A-Za-z]+$/.test(identifier)',
    'return /^[0-9]+$/.test(identifier)',
  ],
  'S5.10': [
    'emulator/src/scenario/availability.ts',
    'addToHomeLineScheme: { permission: false,',
    'addToHomeLineScheme: { permission: true,',
  ],
  'S5.11': [
    'emulator/src/scenario/availability.ts',
    "addToHomeLineScheme: { permission: false, minVer: '13.20.0' }",
    "addToHomeLineScheme: { permission: true, minVer: '13.20.0' }",
  ],
  'S5.12': [
    'emulator/src/tokens/context.ts',
    '    endpointUrl: endpointOf(app, origin),',
    "    endpointUrl: 'https://elsewhere.example/',",
  ],
  'S5.15': ['server/auth/line-token.ts', "algorithms: ['ES256'],", "algorithms: ['ES256', 'RS256'],"],
  'S5.16': ['server/auth/line-token.ts', "typeof header.kid !== 'string'", 'false'],
  'S5.17': [
    'server/auth/line-token.ts',
    'await jwtVerify(idToken, lineKeys(deps), {',
    "await (async (token: string, _keys: unknown, _checks: object) => ({ payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) }))(idToken, lineKeys(deps), {",
  ],
  'S5.18': ['server/auth/line-token.ts', '      issuer: ISSUER,', ''],
  'S5.19': ['server/auth/line-token.ts', 'payload.aud !== line.channelId || ', ''],
  'S5.20': [
    'server/auth/line-token.ts',
    'clockTolerance: CLOCK_SKEW_S,',
    'clockTolerance: 10 * CLOCK_SKEW_S,',
  ],
  'S5.21': [
    'server/auth/line-access-token.ts',
    "  if (token.client_id !== line.channelId) throw new ApiError('LINE_TOKEN_INVALID')",
    '',
  ],
  'S5.22': ['emulator/src/tokens/context.ts', '    ...app.context,', ''],
}
