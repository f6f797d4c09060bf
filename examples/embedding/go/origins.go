package robotswasm

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

var (
	origin      = regexp.MustCompile(`^(?i:(https?))://(?:[^\\/?#@]*@)?([^@:\[\]]+?)(?::([0-9]*))?$`)
	forbidden   = regexp.MustCompile("[\\x00-\\x20\"#%/:<>?@\\[\\\\\\]^`{|}\\x7f]")
	plain       = regexp.MustCompile(`^[\x00-\x7f]*$`)
	numberAtEnd = regexp.MustCompile(`^(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?$`)
	ipv4        = regexp.MustCompile(`^(?:(?:0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])(?:\.|$)){4}$`)
)

// hosts maps names as UTS 46 and the URL Standard do, which checks neither hyphens nor lengths.
var hosts = idna.New(
	idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(false),
	idna.StrictDomainName(false), idna.VerifyDNSLength(false), idna.Transitional(false))

// spelled returns the origin as a URL parser spells it, such as https://example.com:8080; or nothing if the text is not the
// origin of a URL, or if that is not sure. So IPv6 addresses, escapes and unusual IPv4 addresses are not allowed.
func spelled(text string) string {
	parts := origin.FindStringSubmatch(text)
	if parts == nil || !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) {
		return ""
	}
	scheme, host := strings.ToLower(parts[1]), spelledHost(parts[2])
	port, ok := spelledPort(scheme, parts[3])
	if host == "" || !ok {
		return ""
	}
	return scheme + "://" + host + port
}

func spelledHost(text string) string {
	if forbidden.MatchString(text) {
		return ""
	}
	host, err := hosts.ToASCII(text)
	if err != nil || forbidden.MatchString(host) || !isRoundTrip(host) || mayHaveLostLabel(text, host) {
		return ""
	}
	if numberAtEnd.MatchString(host) && (!ipv4.MatchString(host) || strings.HasSuffix(host, ".")) {
		return ""
	}
	return host
}

// mayHaveLostLabel says whether an empty label may have been Punycode of nothing, which package idna accepts.
func mayHaveLostLabel(text, host string) bool {
	isPlain := plain.MatchString(text) && !strings.Contains(strings.ToLower(text), "xn--")
	return !isPlain && strings.Contains("."+host+".", "..")
}

// isRoundTrip says whether all Punycode in a host is valid and necessary.
func isRoundTrip(host string) bool {
	name, err := hosts.ToUnicode(host)
	if err != nil {
		return false
	}
	for _, label := range strings.Split(name, ".") {
		if strings.HasPrefix(label, "xn--") {
			return false
		}
	}
	again, err := hosts.ToASCII(name)
	return err == nil && again == host
}

// spelledPort returns the port with its colon; nothing for the default port.
func spelledPort(scheme, digits string) (string, bool) {
	if digits == "" {
		return "", true
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", false
	}
	if port == map[string]uint64{"http": 80, "https": 443}[scheme] {
		return "", true
	}
	return ":" + strconv.FormatUint(port, 10), true
}
