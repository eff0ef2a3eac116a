/**
 * Characters that are invisible or change the reading order of a text: control and format characters, lone surrogates, fillers and
 * variation selectors.
 */
const invisible =
	/(?![\t\n\r])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0d])/gu;

/** A quick check: most texts have only printable ASCII and need no further work. */
const outsideAscii = /[^\t\n\r -~]/;

/** Where a joiner or a variation selector is legitimate: within emoji, in scripts that join letters, and in regional flags. */
const joined = {
	before: /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u,
	after: /^\p{Extended_Pictographic}/u,
	letter: /[\p{L}\p{M}]/u,
	plain:
		/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
	flag: /\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8}$/u,
	han: /\p{Script=Han}$/u,
};

function belongs(character: string, text: string, at: number): boolean {
	const point = character.codePointAt(0) ?? 0;
	const before = text.slice(Math.max(0, at - 20), at);
	const after = text.slice(at + character.length, at + character.length + 2);
	if (point === 0x200c || point === 0x200d) {
		const [last = '', next = ''] = [[...before].at(-1), [...after].at(0)];
		const letters = [last, next].every((one) => joined.letter.test(one) && !joined.plain.test(one));
		return letters || (point === 0x200d && joined.before.test(before) && joined.after.test(after));
	}
	if (point >= 0xe0020 && point <= 0xe007f) return joined.flag.test(before);
	return point >= 0xe0100 && point <= 0xe01ef && joined.han.test(before);
}

/** The name of an invisible character: `U+202E`. */
const nameOf = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Replaces each invisible character by `show` of its name. */
export function replaceInvisible(text: string, show: (name: string) => string): string {
	if (!outsideAscii.test(text)) return text;
	return text.replace(invisible, (character, at: number) =>
		belongs(character, text, at) ? character : show(nameOf(character)),
	);
}

/** For plain text: replaces each invisible character by its name, `‹U+202E›`. */
export const visible = (text: string): string => replaceInvisible(text, (name) => `‹${name}›`);
