/** LINE's hosts let pages of any origin read the response. */
export function withCors(request: Request, response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('access-control-allow-origin', request.headers.get('origin') ?? '*')
  headers.append('vary', 'Origin')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

export function preflight(request: Request): Response {
  const requestedHeaders = request.headers.get('access-control-request-headers')
  const headers = {
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': requestedHeaders ?? 'authorization, content-type, accept',
    'access-control-max-age': '600',
  }
  return withCors(request, new Response(null, { status: 204, headers }))
}
