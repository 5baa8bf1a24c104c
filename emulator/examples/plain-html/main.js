const at = id => document.getElementById(id)

async function start() {
  await liff.init({ liffId: '2000000001-Campaign' })
  if (!liff.isLoggedIn()) return liff.login()
  const { displayName, pictureUrl } = await liff.getProfile()
  at('hello').textContent = `Hello, ${displayName}`
  at('picture').src = pictureUrl
  at('picture').hidden = false
}

async function share() {
  const shared = await liff.shareTargetPicker([{ type: 'text', text: 'Look at this' }])
  at('result').textContent = shared ? 'Shared' : 'Not shared'
}

const showError = error => {
  at('hello').textContent = error.message
}

start().catch(showError)
at('share').addEventListener('click', () => share().catch(showError))
