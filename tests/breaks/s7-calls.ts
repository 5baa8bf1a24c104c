import type { Breaks } from './types.ts'

export const s7: Breaks = {
  'S7.1': {
    file: 'src/platform/client.ts',
    find: "set('Authorization', token &&",
    replace: "set('Authorization', null &&",
  },
  'S7.2': {
    file: 'src/platform/client.ts',
    find: '    return { ok: false, failure, headers }',
    replace: '    throw new TypeError(failure.kind)',
  },
  'S7.3': {
    file: 'server/http/respond.ts',
    find: 'headers: Record<string, string>, status = 200)',
    replace: 'headers: Record<string, string>, status = 201)',
  },
  'S7.4': { file: 'contract/calls/login.ts', find: "  bodyKind: 'form',", replace: "  bodyKind: 'json'," },
  'S7.5': {
    file: 'src/platform/client.ts',
    find: '          .filter(([, value]) => value !== null && value !== undefined)',
    replace: '',
  },
  'S7.6': {
    file: 'server/identity/cancel.ts',
    find: '  await eraseProfile(db, customerId, leaving, at.now)',
    replace: '',
  },
  'S7.7': {
    file: 'server/routes/post-customer.ts',
    find: 'const updated = await updateLineProfile(trx, caller.customerId, body, now)',
    replace: 'const updated = false',
  },
  'S7.8': {
    file: 'server/routes/get-customer.ts',
    find: 'await readCustomer(db, caller.customerId)',
    replace: '{ ...(await readCustomer(db, caller.customerId)), first_name: null }',
  },
  'S7.9': { file: 'server/routes/put-customer.ts', find: 'versionOf(headers)', replace: 'null' },
  'S7.10': {
    file: 'server/routes/delete-customer.ts',
    find: '  await cancelCustomer(db, caller.customerId, {}, at)',
    replace: '',
  },
  'S7.11': {
    file: 'server/routes/log-state.ts',
    find: 'write({ states: [row], pageViews: [] })',
    replace: 'write({ states: [], pageViews: [] })',
  },
  'S7.12': {
    file: 'server/routes/log-page-view.ts',
    find: 'write({ states: [], pageViews: [row] })',
    replace: 'write({ states: [], pageViews: [] })',
  },
  'S7.13': {
    file: 'server/campaign/reward.ts',
    find: "  if (!row) throw new ApiError('REWARD_NOT_CREATED')",
    replace: "  if (!row) throw new ApiError('NOT_FOUND')",
  },
  'S7.14': {
    file: 'server/routes/create-reward.ts',
    find: '      await createReward(trx, caller.customerId, now, deps.random)',
    replace: '',
  },
  'S7.15': {
    file: 'server/campaign/use-reward.ts',
    find: 'const code = voucherCode(random)',
    replace: "const code = ''",
  },
  'S7.16': {
    file: 'server/campaign/concert.ts',
    find: "draw_state: attend ? 'confirmed' : 'declined'",
    replace: 'draw_state: row.draw_state',
  },
  'S7.17': {
    file: 'server/campaign/answers.ts',
    find: ".orderBy('answer.answered_at', 'desc')",
    replace: ".orderBy('answer.answered_at', 'asc')",
  },
  'S7.18': {
    file: 'server/campaign/answers.ts',
    find: '    answer_text: given.text,',
    replace: '    answer_text: given.text.slice(1),',
  },
  'S7.19': {
    file: 'server/routes/last-answer.ts',
    find: 'return { id, questionId, answerText, answeredAt }',
    replace: 'return { id, questionId, answerText: null, answeredAt }',
  },
  'S7.20': {
    file: 'server/routes/districts.ts',
    find: ".where('province_id', '=', query.provinceId)",
    replace: '',
  },
  'S7.21': { file: 'server/store/master.ts', find: "    .where('active', '=', 1)", replace: '' },
  'S7.22': {
    file: 'server/campaign/activity.ts',
    find: "pendingPlatform: state === 'pending',",
    replace: 'pendingPlatform: true,',
  },
  'S7.23': {
    file: 'emulator/src/platform/access.ts',
    find: "if (token === null) return apiError(401, 'invalid token')",
    replace: "if (token === null) return apiError(400, 'invalid token')",
  },
  'S7.24': {
    file: 'emulator/src/platform/token-grants.ts',
    find: "  if (form.get('redirect_uri') !== record.redirectUri)",
    replace: "  if (!form.has('redirect_uri'))",
  },
  'S7.25': {
    file: 'emulator/src/platform/oauth.ts',
    find: 'json({ keys: [line.key().publicJwk] })',
    replace: 'json({ keys: line.key().publicJwk.kid === "" ? [line.key().publicJwk] : [] })',
  },
  'S7.26': {
    file: 'emulator/src/platform/oauth.ts',
    find: 'expires_in: Math.floor((record.expiresAt - line.now()) / 1000),',
    replace: 'expires_in: record.expiresAt,',
  },
  'S7.27': {
    file: 'emulator/src/platform/api.ts',
    find: "  { ...api, method: 'GET', path: '/v2/profile', handler: profile },",
    replace: '',
  },
  'S7.28': {
    file: 'emulator/src/platform/api.ts',
    find: "  line.dispatch({ type: 'messages-sent', messages: sent(call, from, checked.messages) })",
    replace: '',
  },
  'S7.29': { file: 'emulator/src/platform/api.ts', find: "=== 'friend' })", replace: "!== 'friend' })" },
  'S7.30': {
    file: 'emulator/src/platform/api.ts',
    find: "  { ...api, method: 'GET', path: '/liff/v2/apps/:liffId/featureToken', handler: featureToken },",
    replace: '',
  },
  'S7.31': {
    file: 'emulator/src/tokens/context.ts',
    find: 'base64url(asciiJson(context))',
    replace: 'base64url(JSON.stringify(context))',
  },
  'S7.32': {
    file: 'emulator/src/platform/share-picker.ts',
    find: '  return json({ ott: value })',
    replace: '  return json({})',
  },
  'S7.33': {
    file: 'emulator/src/platform/share-picker.ts',
    find: "  if (picking.result === 'WAIT')",
    replace: "  if (picking.result !== 'CANCEL')",
  },
  'S7.34': {
    file: 'emulator/src/platform/launch.ts',
    find: 'return json(scenario.consent.unauthorized ?? scopesOf(app).filter(scope => !granted.includes(scope)))',
    replace: "return json(['email'])",
  },
  'S7.35': {
    file: 'emulator/src/platform/shortcut.ts',
    find: 'return json({ shortcutPageUrl: page })',
    replace: 'return json({})',
  },
  'S7.36': {
    file: 'emulator/src/platform/sub-window.ts',
    find: '  return json({ msit: id })',
    replace: '  return json({})',
  },
  'S7.40': {
    file: 'emulator/src/platform/sub-window.ts',
    find: "  { host: 'api.line.me', method: 'GET', path: '/liff/v2/sub/:liffId/origin', handler: origin },",
    replace: '',
  },
  'S7.41': {
    file: 'emulator/src/platform/static.ts',
    find: 'json({ languages: Object',
    replace: 'json({ texts: Object',
  },
  'S7.42': {
    file: 'emulator/src/platform/static.ts',
    find: 'return extension === undefined ? null : script(extensionScript(extension))',
    replace: 'return null',
  },
  'S7.43': {
    file: 'emulator/src/platform/static.ts',
    find: "    button.addEventListener('click', () => this.dispatchEvent(new CustomEvent('lui-button-click')));",
    replace: '',
  },
  'S7.44': {
    file: 'emulator/src/page/bridge.ts',
    find: "  if (call.type === 'closeWindow') closePage('bridge', context)",
    replace: '',
  },
  'S7.45': {
    file: 'emulator/src/control/bridge.ts',
    find: '      return paymentPrompt(line, fields)',
    replace: '      return null',
  },
  'S7.47': {
    file: 'emulator/src/platform/launch.ts',
    find: "withQuery(endpoint, { 'liff.state': state })",
    replace: 'endpoint',
  },
  'S7.49': {
    file: 'emulator/src/control/bridge.ts',
    find: 'picking?.liffId !== liffId)',
    replace: 'picking?.liffId === liffId)',
  },
  'S7.51': {
    file: 'emulator/src/page/open-window.ts',
    find: '    return opened && windowProxy(opened, urls)',
    replace: '    return null',
  },
}
