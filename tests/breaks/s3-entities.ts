import type { Breaks } from './types.ts'

export const s3: Breaks = {
  'S3.1': {
    file: 'server/identity/view.ts',
    find: 'lineDisplayName: row.line_display_name,',
    replace: 'lineDisplayName: null,',
  },
  'S3.2': {
    file: 'server/routes/login.ts',
    find: 'caller.customerId, accessToken, expiresAt }',
    replace: 'caller.customerId, accessToken: accessToken.slice(1), expiresAt }',
  },
  'S3.3': {
    file: 'server/routes/get-reward.ts',
    find: 'await requireReward(db, caller.customerId, now)',
    replace: '[await requireReward(db, caller.customerId, now)] as never',
  },
  'S3.4': {
    file: 'server/campaign/answers.ts',
    find: '    answerText: row.answer_text,',
    replace: '    answerText: row.text_th,',
  },
  'S3.5': {
    file: 'server/routes/subdistricts.ts',
    find: ".where('district_id', '=', query.districtId)",
    replace: '',
  },
  'S3.6': {
    file: 'server/campaign/activity.ts',
    find: "endPlatform: state === 'ended',",
    replace: 'endPlatform: false,',
  },
  'S3.7': { file: 'server/routes/log-state.ts', find: 'os: body.os', replace: "os: 'web'" },
  'S3.8': { file: 'contract/schema/log.ts', find: '  v.transform(stripQuery),', replace: '' },
  'S3.9': {
    file: 'src/ui/layout.tsx',
    find: "window.addEventListener('toast', onToast)",
    replace: "window.addEventListener('message', onToast)",
  },
  'S3.10': {
    file: 'emulator/src/platform/launch-url.ts',
    find: 'context_token: contextToken(context),',
    replace: "context_token: '',",
  },
  'S3.14': {
    file: 'emulator/src/platform/authorize.ts',
    find: "if (query.get('response_type') !== 'code')",
    replace: "if (query.get('response_type') === 'id_token')",
  },
  'S3.16': {
    file: 'emulator/src/platform/token-grants.ts',
    find: '    access_token: issued.accessToken,',
    replace: "    access_token: '',",
  },
  'S3.17': {
    file: 'emulator/src/platform/oauth.ts',
    find: 'client_id: tokens.channelId ?? record.channelId,',
    replace: "client_id: '0',",
  },
  'S3.18': {
    file: 'emulator/src/platform/api.ts',
    find: '    userId: user.userId,',
    replace: "    userId: '',",
  },
  'S3.21': {
    file: 'emulator/src/platform/sub-window.ts',
    find: 'const mstChallenge = text(body?.mstChallenge)',
    replace: 'const mstChallenge = text(body?.challenge)',
  },
  'S3.22': {
    file: 'emulator/src/tokens/context.ts',
    find: '    availability: availabilityOf(app),',
    replace: '    availability: {},',
  },
  'S3.23': {
    file: 'emulator/src/tokens/context.ts',
    find: '    ...app.context,',
    replace: '    ...{ ...app.context, miniAppId: null },',
  },
  'S3.24': {
    file: 'emulator/src/platform/shortcut.ts',
    find: "const url = searchParams.get('url')",
    replace: "const url = searchParams.get('address')",
  },
  'S3.25': {
    file: 'emulator/src/control/purchase-prompts.ts',
    find: 'const payment = { productId, orderId, userId: user }',
    replace: "const payment = { productId, orderId: '', userId: user }",
  },
  'S3.26': {
    file: 'src/state/settings.ts',
    find: "        ports.local.phone.set('theme', value)",
    replace: '',
  },
}
