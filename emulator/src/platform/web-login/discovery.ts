import { ISSUER } from '../../tokens/id-token.ts'
import { json } from '../responses.ts'
import type { Route } from '../route.ts'

const API = 'https://api.line.me/oauth2/v2.1'

/** Like LINE's document, this lists only ES256, although web logins' ID tokens use HS256. */
const CONFIGURATION = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/oauth2/v2.1/authorize`,
  token_endpoint: `${API}/token`,
  revocation_endpoint: `${API}/revoke`,
  userinfo_endpoint: `${API}/userinfo`,
  jwks_uri: `${API}/certs`,
  scopes_supported: ['openid', 'profile', 'email'],
  response_types_supported: ['code'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['ES256'],
  code_challenge_methods_supported: ['S256'],
}

export const DISCOVERY_ROUTES: readonly Route[] = [
  {
    host: 'access.line.me',
    method: 'GET',
    path: '/.well-known/openid-configuration',
    handler: () => json(CONFIGURATION),
  },
]
