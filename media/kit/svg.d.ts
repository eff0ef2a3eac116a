/** Icon files are built in as text. */
declare module '*.svg' {
	const text: string;
	export default text;
}
