import type { Breaks } from './types.ts'

export const s3: Breaks = {
  'S3.1': ['server/identity/view.ts', 'lineDisplayName: row.line_display_name,', 'lineDisplayName: null,'],
  'S3.2': [
    'server/routes/login.ts',
    'caller.customerId, accessToken, expiresAt }',
    'caller.customerId, accessToken: accessToken.slice(1), expiresAt }',
  ],
  'S3.3': [
    'server/routes/get-reward.ts',
    'await requireReward(db, caller.customerId, now)',
    '[await requireReward(db, caller.customerId, now)] as never',
  ],
  'S3.4': ['server/campaign/answers.ts', '    answerText: row.answer_text,', '    answerText: row.text_th,'],
  'S3.5': ['server/routes/subdistricts.ts', ".where('district_id', '=', query.districtId)", ''],
  'S3.6': ['server/campaign/activity.ts', "endPlatform: state === 'ended',", 'endPlatform: false,'],
  'S3.7': ['server/routes/log-state.ts', 'os: body.os', "os: 'web'"],
  'S3.8': ['contract/schema/log.ts', '  v.transform(stripQuery),', ''],
  'S3.9': [
    'src/ui/layout.tsx',
    "window.addEventListener('toast', onToast)",
    "window.addEventListener('message', onToast)",
  ],
  'S3.10': [
    'emulator/src/platform/launch-url.ts',
    'context_token: contextToken(context),',
    "context_token: '',",
  ],
  'S3.14': [
    'emulator/src/platform/authorize.ts',
    "if (query.get('response_type') !== 'code')",
    "if (query.get('response_type') === 'id_token')",
  ],
  'S3.16': [
    'emulator/src/platform/token-grants.ts',
    '    access_token: issued.accessToken,',
    "    access_token: '',",
  ],
  'S3.17': [
    'emulator/src/platform/oauth.ts',
    'client_id: tokens.channelId ?? record.channelId,',
    "client_id: '0',",
  ],
  'S3.18': ['emulator/src/platform/api.ts', '    userId: user.userId,', "    userId: '',"],
  'S3.21': [
    'emulator/src/platform/sub-window.ts',
    'const mstChallenge = text(body?.mstChallenge)',
    'const mstChallenge = text(body?.challenge)',
  ],
  'S3.22': [
    'emulator/src/tokens/context.ts',
    '    availability: availabilityOf(app),',
    '    availability: {},',
  ],
  'S3.23': [
    'emulator/src/tokens/context.ts',
    '    ...app.context,',
    '    ...{ ...app.context, miniAppId: null },',
  ],
  'S3.24': [
    'emulator/src/platform/shortcut.ts',
    "const url = searchParams.get('url')",
    "const url = searchParams.get('address')",
  ],
  'S3.25': [
    'emulator/src/control/purchase-prompts.ts',
    'const payment = { productId, orderId, userId: user }',
    "const payment = { productId, orderId: '', userId: user }",
  ],
  'S3.26': ['src/state/settings.ts', "        ports.local.phone.set('theme', value)", ''],
}
