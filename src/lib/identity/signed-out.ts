/**
 * What the provider brings back from a sign-out, as the `state` of OpenID Connect RP-Initiated Logout
 * §3: by it the portal's own server knows such an arrival from any other one at Home.
 */
export const signedOutState = 'signed-out'
