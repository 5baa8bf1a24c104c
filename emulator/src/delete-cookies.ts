/** Deletes all cookies with the path `/`, including those that scripts cannot read. */
export function deleteCookies({ headers }: Pick<Request, 'headers'>, response: Response): Response {
  const names = (headers.get('cookie') ?? '').split('; ').flatMap(pair => pair.split('=')[0] || [])
  // Chromium deletes `__Secure-` cookies only if `Secure` is set. WebKit ignores a deletion with `Secure` over HTTP.
  for (const name of names)
    for (const secure of ['', '; Secure'])
      response.headers.append('set-cookie', `${name}=; Max-Age=0; Path=/${secure}`)
  return response
}
