import CloseWindowModule from '@line/liff/close-window'
import liff from '@line/liff/core'
import GetAccessTokenModule from '@line/liff/get-access-token'
import GetAppLanguageModule from '@line/liff/get-app-language'
import GetContextModule from '@line/liff/get-context'
import GetDecodedIDTokenModule from '@line/liff/get-decoded-id-token'
import GetFriendshipModule from '@line/liff/get-friendship'
import GetIDTokenModule from '@line/liff/get-id-token'
import GetOSModule from '@line/liff/get-os'
import GetProfileModule from '@line/liff/get-profile'
import IsApiAvailableModule from '@line/liff/is-api-available'
import IsInClientModule from '@line/liff/is-in-client'
import IsLoggedInModule from '@line/liff/is-logged-in'
import LoginModule from '@line/liff/login'
import LogoutModule from '@line/liff/logout'
import OpenWindowModule from '@line/liff/open-window'

// The SDK modules that every visit needs, in one chunk with the SDK's core. IsInClientModule must be first, because
// liff-mock calls it while it installs itself.
liff.use(new IsInClientModule())
liff.use(new IsLoggedInModule())
liff.use(new LoginModule())
liff.use(new LogoutModule())
liff.use(new GetContextModule())
liff.use(new GetOSModule())
liff.use(new GetAppLanguageModule())
liff.use(new GetAccessTokenModule())
liff.use(new GetIDTokenModule())
liff.use(new GetDecodedIDTokenModule())
liff.use(new GetProfileModule())
liff.use(new GetFriendshipModule())
liff.use(new IsApiAvailableModule())
liff.use(new CloseWindowModule())
liff.use(new OpenWindowModule())

export { liff }
