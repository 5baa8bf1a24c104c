import type { Breaks } from './types.ts'

export const s7: Breaks = {
  'S7.1': ['src/platform/client.ts', "set('Authorization', token &&", "set('Authorization', null &&"],
  'S7.2': [
    'src/platform/client.ts',
    '    return { ok: false, failure, headers }',
    '    throw new TypeError(failure.kind)',
  ],
  'S7.3': [
    'server/http/respond.ts',
    'headers: Record<string, string>, status = 200)',
    'headers: Record<string, string>, status = 201)',
  ],
  'S7.4': ['contract/calls/login.ts', "  bodyKind: 'form',", "  bodyKind: 'json',"],
  'S7.5': [
    'src/platform/client.ts',
    '          .filter(([, value]) => value !== null && value !== undefined)',
    '',
  ],
  'S7.6': ['server/identity/cancel.ts', '  await eraseProfile(db, customerId, leaving, at.now)', ''],
  'S7.7': [
    'server/routes/post-customer.ts',
    'const updated = await updateLineProfile(trx, caller.customerId, body, now)',
    'const updated = false',
  ],
  'S7.8': [
    'server/routes/get-customer.ts',
    'await readCustomer(db, caller.customerId)',
    '{ ...(await readCustomer(db, caller.customerId)), first_name: null }',
  ],
  'S7.9': ['server/routes/put-customer.ts', 'versionOf(headers)', 'null'],
  'S7.10': ['server/routes/delete-customer.ts', '  await cancelCustomer(db, caller.customerId, {}, at)', ''],
  'S7.11': [
    'server/routes/log-state.ts',
    'write({ states: [row], pageViews: [] })',
    'write({ states: [], pageViews: [] })',
  ],
  'S7.12': [
    'server/routes/log-page-view.ts',
    'write({ states: [], pageViews: [row] })',
    'write({ states: [], pageViews: [] })',
  ],
  'S7.13': [
    'server/campaign/reward.ts',
    "  if (!row) throw new ApiError('REWARD_NOT_CREATED')",
    "  if (!row) throw new ApiError('NOT_FOUND')",
  ],
  'S7.14': [
    'server/routes/create-reward.ts',
    '      await createReward(trx, caller.customerId, now, deps.random)',
    '',
  ],
  'S7.15': ['server/campaign/use-reward.ts', 'const code = voucherCode(random)', "const code = ''"],
  'S7.16': [
    'server/campaign/concert.ts',
    "draw_state: attend ? 'confirmed' : 'declined'",
    'draw_state: row.draw_state',
  ],
  'S7.17': [
    'server/campaign/answers.ts',
    ".orderBy('answer.answered_at', 'desc')",
    ".orderBy('answer.answered_at', 'asc')",
  ],
  'S7.18': [
    'server/campaign/answers.ts',
    '    answer_text: given.text,',
    '    answer_text: given.text.slice(1),',
  ],
  'S7.19': [
    'server/routes/last-answer.ts',
    'return { id, questionId, answerText, answeredAt }',
    'return { id, questionId, answerText: null, answeredAt }',
  ],
  'S7.20': ['server/routes/districts.ts', ".where('province_id', '=', query.provinceId)", ''],
  'S7.21': ['server/store/master.ts', "    .where('active', '=', 1)", ''],
  'S7.22': ['server/campaign/activity.ts', "pendingPlatform: state === 'pending',", 'pendingPlatform: true,'],
  'S7.23': [
    'emulator/src/platform/access.ts',
    "if (token === null) return apiError(401, 'invalid token')",
    "if (token === null) return apiError(400, 'invalid token')",
  ],
  'S7.24': [
    'emulator/src/platform/token-grants.ts',
    "  if (form.get('redirect_uri') !== record.redirectUri)",
    "  if (!form.has('redirect_uri'))",
  ],
  'S7.25': [
    'emulator/src/platform/oauth.ts',
    'json({ keys: [line.key().publicJwk] })',
    'json({ keys: line.key().publicJwk.kid === "" ? [line.key().publicJwk] : [] })',
  ],
  'S7.26': [
    'emulator/src/platform/oauth.ts',
    'expires_in: Math.floor((record.expiresAt - line.now()) / 1000),',
    'expires_in: record.expiresAt,',
  ],
  'S7.27': [
    'emulator/src/platform/api.ts',
    "  { ...api, method: 'GET', path: '/v2/profile', handler: profile },",
    '',
  ],
  'S7.28': [
    'emulator/src/platform/api.ts',
    "  line.dispatch({ type: 'messages-sent', messages: sent(call, from, checked.messages) })",
    '',
  ],
  'S7.29': ['emulator/src/platform/api.ts', "=== 'friend' })", "!== 'friend' })"],
  'S7.30': [
    'emulator/src/platform/api.ts',
    "  { ...api, method: 'GET', path: '/liff/v2/apps/:liffId/featureToken', handler: featureToken },",
    '',
  ],
  'S7.31': [
    'emulator/src/tokens/context.ts',
    'base64url(asciiJson(context))',
    'base64url(JSON.stringify(context))',
  ],
  'S7.32': ['emulator/src/platform/share-picker.ts', '  return json({ ott: value })', '  return json({})'],
  'S7.33': [
    'emulator/src/platform/share-picker.ts',
    "  if (picking.result === 'WAIT')",
    "  if (picking.result !== 'CANCEL')",
  ],
  'S7.34': [
    'emulator/src/platform/launch.ts',
    'return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))',
    "return json(['email'])",
  ],
  'S7.35': ['emulator/src/platform/shortcut.ts', 'return json({ shortcutPageUrl: page })', 'return json({})'],
  'S7.36': ['emulator/src/platform/sub-window.ts', '  return json({ msit: id })', '  return json({})'],
  'S7.40': [
    'emulator/src/platform/sub-window.ts',
    "  { host: 'api.line.me', method: 'GET', path: '/liff/v2/sub/:liffId/origin', handler: origin },",
    '',
  ],
  'S7.41': ['emulator/src/platform/static.ts', 'json({ languages: Object', 'json({ texts: Object'],
  'S7.42': [
    'emulator/src/platform/static.ts',
    'return extension === undefined ? null : script(extensionScript(extension))',
    'return null',
  ],
  'S7.43': [
    'emulator/src/platform/static.ts',
    "    button.addEventListener('click', () => this.dispatchEvent(new CustomEvent('lui-button-click')));",
    '',
  ],
  'S7.44': [
    'emulator/src/page/bridge.ts',
    "  if (call.type === 'closeWindow') closePage('bridge', context)",
    '',
  ],
  'S7.45': [
    'emulator/src/control/bridge.ts',
    '      return paymentPrompt(line, fields)',
    '      return null',
  ],
  'S7.47': ['emulator/src/platform/launch.ts', "withQuery(endpoint, { 'liff.state': state })", 'endpoint'],
  'S7.49': ['emulator/src/control/bridge.ts', 'picking?.liffId !== liffId)', 'picking?.liffId === liffId)'],
  'S7.51': [
    'emulator/src/page/open-window.ts',
    '    return opened && windowProxy(opened, urls)',
    '    return null',
  ],
}
