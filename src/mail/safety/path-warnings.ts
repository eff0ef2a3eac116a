import { takeInvisible } from '../../base/text/invisible-characters.ts';

/** Warnings about a path itself. */
const oddPaths: readonly (readonly [pattern: RegExp, text: string])[] = [
	[/(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[a-z]:[/\\]/i, 'The path points outside the repository.'],
	[/(?:^|[/\\])(?:\.git|git~\d)[ .]*(?:[/\\:]|$)/i, 'The path is inside the .git folder.'],
	[/\\/, 'The path contains a backslash, which is a folder separator on Windows.'],
	[/[\t\n\r]/, 'The path contains a tab or a line break.'],
	[/(?:^|\/)-/, 'The path has a name that begins with a hyphen, so that programs may read it as an option.'],
	[
		/(?: |[^./]\.+)(?:\/|$)|(?:^|\/) /,
		'The path has a name that begins with a space, or ends with a space or period.',
	],
	[/[<>:"|?*]/, 'The path contains characters that Windows does not allow.'],
	[
		/(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)/i,
		'The path contains a name that is reserved on Windows.',
	],
	[/\ufffd/, 'The path contains bytes that are not UTF-8.'],
];

const runsInCi = 'Continuous integration runs commands from this file.';
const runsOnCommit = 'This file can run programs when you use git in the repository.';
const runsOnOpen = 'This file can run programs when you open the folder in an editor.';
const runsOnInstall = 'This file can run programs when dependencies are installed or built.';
const lock = 'This file decides which versions of dependencies are installed, and from where.';

/** What programs do with files of these names. */
const knownFiles: readonly (readonly [pattern: RegExp, text: string])[] = [
	[/^\.(?:github|gitea|forgejo)\/(?:workflows|actions)\//, runsInCi],
	[/(?:^|\/)\.(?:circleci|woodpecker|buildkite|tekton|semaphore|builds)\//, runsInCi],
	[/(?:^|\/)\.(?:build|gitlab-ci|travis|cirrus|drone|woodpecker|appveyor)\.ya?ml$/, runsInCi],
	[/(?:^|\/)(?:azure-pipelines|appveyor|bitbucket-pipelines|cloudbuild|buildspec)\.ya?ml$/, runsInCi],
	[/(?:^|\/)Jenkinsfile$/, runsInCi],
	[/(?:^|\/)\.(?:husky|githooks)\//, runsOnCommit],
	[
		/(?:^|\/)(?:git-)?hooks\/(?:[^/]*\/)?(?:pre|post|prepare|commit|update|applypatch|fsmonitor|sendemail|reference)[\w-]*$/,
		runsOnCommit,
	],
	[/(?:^|\/)(?:\.pre-commit-config\.ya?ml|\.?lefthook\.ya?ml|\.overcommit\.yml)$/, runsOnCommit],
	[/(?:^|\/)\.(?:gitattributes|gitmodules|gitconfig)$/, 'This file changes how git treats the repository.'],
	[/(?:^|\/)\.(?:vscode|idea|zed|fleet|devcontainer)\/|(?:^|\/)\.devcontainer\.json$/, runsOnOpen],
	[/(?:^|\/)(?:\.envrc|\.dir-locals\.el|\.exrc|\.nvim\.lua|\.nvimrc|[^/]*\.code-workspace)$/, runsOnOpen],
	[
		/(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|go\.sum|poetry\.lock|pipfile\.lock|uv\.lock|pdm\.lock|gemfile\.lock|composer\.lock|flake\.lock|mix\.lock|podfile\.lock|package\.resolved|packages\.lock\.json|gradle\.lockfile|conan\.lock|pubspec\.lock)$/i,
		lock,
	],
	[
		/(?:^|\/)(?:setup\.py|build\.rs|binding\.gyp|extconf\.rb|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|configure)$/,
		runsOnInstall,
	],
];

/** Warnings about a path, and about what programs do with such a file. */
export function pathWarnings(path: string): readonly string[] {
	const { taken } = takeInvisible(path);
	const isMatch = ([pattern]: (typeof oddPaths)[number]) => pattern.test(path);
	const names = [...new Set(taken.map(({ name }) => name))];
	return [
		...oddPaths.filter(isMatch).map(([, text]) => text),
		...(names.length > 0 ? [`The path contains invisible characters: ${names.slice(0, 3).join(', ')}.`] : []),
		...new Set(knownFiles.filter(isMatch).map(([, text]) => text)),
	];
}
