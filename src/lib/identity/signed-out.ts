/**
 * The `state` of a sign-out (OpenID Connect RP-Initiated Logout §3), with which the browser comes back to
 * Home: the portal's own server then knows that somebody has just signed out.
 */
export const signedOutState = 'signed-out'
