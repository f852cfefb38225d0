export function Screen() { return <p>hello</p> }
