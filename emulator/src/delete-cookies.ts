/**
 * Lets a response delete the cookies that the request has, including those that scripts cannot read. The browser sends only
 * the cookies for the request's path, which for the emulator's URLs are those with the path `/`.
 */
export function deleteCookies({ headers }: Pick<Request, 'headers'>, response: Response): Response {
  const names = (headers.get('cookie') ?? '').split('; ').flatMap(pair => pair.split('=')[0] || [])
  // Chromium deletes `__Secure-` cookies only with `Secure`. WebKit ignores a deletion with `Secure` on http.
  for (const name of names)
    for (const secure of ['', '; Secure'])
      response.headers.append('set-cookie', `${name}=; Max-Age=0; Path=/${secure}`)
  return response
}
