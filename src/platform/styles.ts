/**
 * Puts the style sheet that the document has fetched ahead to use; nothing but home's first sight waits for it.
 * Rejects when it does not come, and may be asked again.
 */
export async function addStyles(): Promise<void> {
  const ahead = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="style"]')
  // Where it is built as it is asked for, the scripts bring their styles themselves.
  if (ahead === null) return
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.crossOrigin = ahead.crossOrigin
  sheet.href = ahead.href
  await new Promise<void>((resolve, reject) => {
    sheet.onload = () => resolve()
    sheet.onerror = () => {
      sheet.remove()
      reject(new Error('the style sheet did not come'))
    }
    document.head.append(sheet)
  })
}
