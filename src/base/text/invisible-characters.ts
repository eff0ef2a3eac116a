import { pattern } from './pattern.ts';

/**
 * Characters that are invisible or change the reading order of a text: control and format characters, lone surrogates, fillers and
 * variation selectors.
 */
const invisible = pattern(
	String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0\u{e0000}-\u{e0fff}\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0d\ufff0-\ufff8]--[\t\n\r]]`,
	'gv',
);

/** A quick check: most texts have only ASCII, letters of large alphabets and common punctuation, and need no further work. */
const unusual =
	/[^\t\n\r -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205f\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;

/** Where a joiner, a tag or a variation selector is legitimate: in emoji, scripts that join letters, regional flags, and after Han. */
const contexts = {
	beforeJoiner: pattern(String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$`, 'u'),
	afterJoiner: pattern(String.raw`^\p{Extended_Pictographic}`, 'u'),
	letter: pattern(String.raw`[\p{L}\p{M}]`, 'u'),
	notJoining: pattern(
		String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`,
		'u',
	),
	flag: pattern(String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8}$`, 'u'),
	han: pattern(String.raw`\p{Script=Han}$`, 'u'),
};

function isLegitimate(character: string, text: string, at: number): boolean {
	const codePoint = character.codePointAt(0) ?? 0;
	const before = text.slice(Math.max(0, at - 20), at);
	const after = text.slice(at + character.length, at + character.length + 2);
	if (codePoint === 0x200c || codePoint === 0x200d) {
		const [last = '', next = ''] = [[...before].at(-1), [...after].at(0)];
		const joinsLetters = [last, next].every(
			(one) => contexts.letter().test(one) && !contexts.notJoining().test(one),
		);
		const joinsEmoji =
			codePoint === 0x200d && contexts.beforeJoiner().test(before) && contexts.afterJoiner().test(after);
		return joinsLetters || joinsEmoji;
	}
	if (codePoint >= 0xe0020 && codePoint <= 0xe007f) return contexts.flag().test(before);
	return codePoint >= 0xe0100 && codePoint <= 0xe01ef && contexts.han().test(before);
}

/** The name of an invisible character: `U+202E`. */
const nameOf = (character: string): string =>
	`U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The names of the invisible characters of a text, in their order. The name of a legitimate one, as in emoji, is empty. */
export function* invisibleNames(text: string): Generator<string> {
	if (!unusual.test(text)) return;
	for (const { 0: character, index } of text.matchAll(invisible()))
		yield isLegitimate(character, text, index) ? '' : nameOf(character);
}

/** Replaces each invisible character with the result of `show` for its name. */
export function replaceInvisible(text: string, show: (name: string) => string): string {
	if (!unusual.test(text)) return text;
	return text.replace(invisible(), (character, at: number) =>
		isLegitimate(character, text, at) ? character : show(nameOf(character)),
	);
}

/** For plain text: replaces each invisible character with its name, `‹U+202E›`. */
export const visible = (text: string): string => replaceInvisible(text, (name) => `‹${name}›`);

export interface InvisibleCharacter {
	/** Where it was: an offset in the text without invisible characters. */
	readonly at: number;
	/** The number of the character, such as `U+202E`. */
	readonly name: string;
}

/** Takes the invisible characters out of a text, for a page that shows their names in boxes. */
export function takeInvisible(text: string): {
	readonly text: string;
	readonly taken: readonly InvisibleCharacter[];
} {
	if (!unusual.test(text)) return { text, taken: [] };
	const taken: InvisibleCharacter[] = [];
	let removed = 0;
	const rest = text.replace(invisible(), (character, at: number) => {
		if (isLegitimate(character, text, at)) return character;
		taken.push({ at: at - removed, name: nameOf(character) });
		removed += character.length;
		return '';
	});
	return { text: rest, taken };
}
