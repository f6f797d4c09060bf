package robotswasm;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.IDNA;
import com.ibm.icu.util.VersionInfo;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Origins as the URL Standard spells them. Where this class is not sure, it says that the text is not a URL, so that it is not
 * allowed: IPv6 addresses, escapes, and IPv4 addresses in other spellings than 127.0.0.1.
 */
final class Origins {
  private static final Pattern ORIGIN = Pattern.compile("(?i)(https?)://(?:[^\\\\/?#@]*@)?([^@:\\[\\]]+?)(?::(\\d*))?");
  private static final Pattern FORBIDDEN = Pattern.compile("[\\x00-\\x20\"#%/:<>?@\\[\\\\\\]^`{|}\\x7f]");
  private static final Pattern NUMBER_AT_END = Pattern.compile("(?:.*\\.)?(?:\\d+|0x[0-9a-f]*)\\.?");
  private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])(?:\\.(?!$)|$)){4}");
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ | IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE);
  /** The URL Standard checks neither hyphens nor lengths. */
  private static final Set<IDNA.Error> IGNORED =
      EnumSet.of(
          IDNA.Error.EMPTY_LABEL,
          IDNA.Error.LABEL_TOO_LONG,
          IDNA.Error.DOMAIN_NAME_TOO_LONG,
          IDNA.Error.LEADING_HYPHEN,
          IDNA.Error.TRAILING_HYPHEN,
          IDNA.Error.HYPHEN_3_4);
  /** Node.js 20 knows no newer characters. */
  private static final VersionInfo NEWEST = VersionInfo.getInstance(15, 1);

  /** The origin as `new URL(text).origin` spells it; empty if it is not a URL, or if that is not sure. */
  static String spelled(String text) {
    Matcher parts = ORIGIN.matcher(text);
    if (text.indexOf(0xfffd) >= 0 || !parts.matches()) return "";
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    String host = hostOf(parts.group(2));
    String port = portOf(scheme, parts.group(3));
    return host.isEmpty() || port == null ? "" : scheme + "://" + host + port;
  }

  private static String hostOf(String spelling) {
    if (FORBIDDEN.matcher(spelling).find()) return "";
    if (spelling.codePoints().anyMatch(one -> UCharacter.getAge(one).compareTo(NEWEST) > 0)) return "";
    StringBuilder host = new StringBuilder();
    IDNA.Info info = new IDNA.Info();
    UTS46.nameToASCII(spelling, host, info);
    if (!IGNORED.containsAll(info.getErrors()) || host.length() == 0 || FORBIDDEN.matcher(host).find()) return "";
    boolean isOdd = NUMBER_AT_END.matcher(host).matches() && !IPV4.matcher(host).matches();
    return isOdd || host.chars().anyMatch(one -> one > 126) ? "" : host.toString();
  }

  /** With its colon; nothing for the default port, null if it is too large. */
  private static String portOf(String scheme, String digits) {
    if (digits == null || digits.isEmpty()) return "";
    String port = digits.replaceFirst("^0+(?=.)", "");
    if (port.length() > 5 || Integer.parseInt(port) > 65_535) return null;
    return port.equals(scheme.equals("http") ? "80" : "443") ? "" : ":" + port;
  }
}
