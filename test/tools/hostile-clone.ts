import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lead git to programs that only settings can name. */
export const hostileAttributes = { '.gitattributes': '* filter=evil diff=evil merge=evil\n' };

/** Names of configured hooks, which git knows since 2.54. Given by `-c`, a name with `=` would be cut. */
export const hostileHooks = ['evil', 'a=b.enabled=true', 'a b."c"', 'Äb', ''];
/** A hook that git reads only on this branch. */
export const hostileBranch = 'new';

interface HostileClone {
	readonly program: string;
	/** The programs that ran. */
	readonly marks: () => readonly string[];
}

/**
 * Replaces the settings and hooks of a clone: they and its remotes name a program wherever git can run one. The programs leave their
 * marks in `folder`. `more` is added to the settings.
 */
export function makeHostile(root: string, folder: string, more = ''): HostileClone {
	const marks = join(folder, 'marks');
	mkdirSync(marks);
	const program = join(folder, 'evil');
	const hook = (name: string) => {
		const events = ['reference-transaction', 'post-index-change', 'post-checkout'];
		const lines = [...events.map((event) => `event = ${event}`), `command = ${program} configured-hook`];
		return `[hook "${name.replaceAll('"', '\\"')}"]\n\t${lines.join('\n\t')}\n`;
	};
	writeFileSync(program, `#!/bin/sh\ntouch "${marks}/$1"\nexit 1\n`, { mode: 0o755 });
	const hooks = join(folder, 'hooks');
	mkdirSync(hooks);
	for (const place of [hooks, join(root, '.git', 'hooks')]) {
		for (const hook of [
			'reference-transaction',
			'post-index-change',
			'post-checkout',
			'fsmonitor-watchman',
		]) {
			const file = join(place, hook);
			writeFileSync(file, `#!/bin/sh\ntouch "${marks}/${hook}"\n`);
			chmodSync(file, 0o755);
		}
	}
	const included = join(folder, 'included');
	writeFileSync(included, `[core]\n\tfsmonitor = ${program} included\n`);
	const onBranch = join(folder, 'on-branch');
	writeFileSync(onBranch, hook('later').replace('configured', 'later'));
	const aliases = ['rev-parse', 'config', 'cat-file', 'for-each-ref', 'symbolic-ref'];
	const settings = `
[core]
	repositoryFormatVersion = 1
	fsmonitor = ${program} fsmonitor
	hooksPath = ${hooks}
	sshCommand = ${program} ssh
	pager = ${program} pager
	editor = ${program} editor
	askPass = ${program} askpass
	gitProxy = ${program} proxy
	alternateRefsCommand = ${program} alternate-refs
	untrackedCache = true
[pager]
${aliases.map((name) => `	${name} = ${program} pager-${name}`).join('\n')}
[alias]
${aliases.map((name) => `	${name} = !${program} alias-${name}`).join('\n')}
[credential]
	helper = !${program} credential
[diff]
	external = ${program} external-diff
[diff "evil"]
	textconv = ${program} textconv
	command = ${program} diff-command
[merge "evil"]
	driver = ${program} merge
[filter "evil"]
	clean = ${program} clean
	smudge = ${program} smudge
	process = ${program} process
	required = true
[gpg]
	program = ${program} gpg
[log]
	showSignature = true
[trailer "evil"]
	command = ${program} trailer
[safe]
	directory = *
	bareRepository = all
[commit]
	gpgSign = true
[uploadpack]
	packObjectsHook = ${program} pack-objects
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[extensions]
	partialClone = origin
[remote "origin"]
	url = ext::${program} ext
	promisor = true
	uploadpack = ${program} uploadpack
	partialCloneFilter = blob:none
[remote "ssh"]
	url = git@git.forge.test:~ana/editor
	promisor = true
[url "ext::${program} instead "]
	insteadOf = https://
[includeIf "hasconfig:remote.*.url:git@**"]
	path = ${included}
[include]
	path = ${included}
[includeIf "onbranch:${hostileBranch}"]
	path = ${onBranch}
${hostileHooks.map(hook).join('')}${more}`;
	writeFileSync(join(root, '.git', 'config'), settings);
	return { program, marks: () => readdirSync(marks).toSorted() };
}
